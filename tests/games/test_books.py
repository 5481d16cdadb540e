"""What games adds to the books: open rounds are reconciled, the log of moves is sealed."""

import psycopg
import pytest
from django.core.management import call_command

from games import services
from games.models import Round
from tests import factories
from wallet import proof, seals

pytestmark = pytest.mark.django_db(transaction=True)


def drawn():
    player = factories.player()
    at = factories.dealt(player)
    return services.move(player=player, round_id=at.round.pk, at=0, notation="draw")


def test_money_in_play_that_no_open_round_holds_is_found():
    at = drawn()
    assert proof.findings() == []
    Round.objects.filter(pk=at.round.pk).update(staked=at.round.staked - 1)
    assert [finding.check for finding in proof.findings()] == ["in play"]


def test_a_changed_move_is_named_by_the_seals(superuser_dsn):
    drawn()
    move = drawn().round.log.get()
    assert seals.seal("moves").count == 2
    assert seals.verify("moves") is None
    with psycopg.connect(superuser_dsn) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE games_move SET notation = 'w>f' WHERE id = %s", [move.pk])
    assert seals.verify("moves").row_id == move.pk


def test_reconcile_says_that_the_books_agree_or_names_the_row(capsys):
    at = drawn()
    call_command("reconcile")
    assert "The books agree: 3 transfers, 2 histories." in capsys.readouterr().out
    Round.objects.filter(pk=at.round.pk).update(staked=at.round.staked - 1)
    with pytest.raises(SystemExit):
        call_command("reconcile")
    assert "should hold 259" in capsys.readouterr().err
