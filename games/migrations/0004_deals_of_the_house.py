"""Deals of the house, daily and winnable, and rounds that do not count."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

DEAL = """
CREATE OR REPLACE FUNCTION games_deal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a deal is never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (NEW.id, NEW.kind, NEW.day, NEW.solved_for, NEW.line, NEW.game, NEW.currency, NEW.nonce,
        NEW.server_seed, NEW.commitment, NEW.made_at)
       IS DISTINCT FROM
       (OLD.id, OLD.kind, OLD.day, OLD.solved_for, OLD.line, OLD.game, OLD.currency, OLD.nonce,
        OLD.server_seed, OLD.commitment, OLD.made_at)
       OR OLD.player_id IS DISTINCT FROM NEW.player_id
          AND (OLD.kind <> 'winnable' OR OLD.player_id IS NOT NULL)
       OR OLD.client_seed IS NOT NULL
          AND (OLD.client_seed IS DISTINCT FROM NEW.client_seed
               OR OLD.kind <> 'winnable' OR OLD.dealt_at IS NOT NULL)
    THEN
        RAISE EXCEPTION 'a deal takes its client seed once, and nothing else of it changes'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""

ROUND = """
CREATE OR REPLACE FUNCTION games_round_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a round is never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'round % has ended and does not change', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.entries < OLD.entries
       OR (NEW.id, NEW.player_id, NEW.deal_id, NEW.game, NEW.currency, NEW.mode, NEW.day,
           NEW.counts, NEW.options, NEW.bets, NEW.rules_version, NEW.started_at)
          IS DISTINCT FROM
          (OLD.id, OLD.player_id, OLD.deal_id, OLD.game, OLD.currency, OLD.mode, OLD.day,
           OLD.counts, OLD.options, OLD.bets, OLD.rules_version, OLD.started_at)
    THEN
        RAISE EXCEPTION 'round % keeps its deal, options, bets and log', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0003_result")]
    operations = [
        migrations.AddField(
            "deal",
            "kind",
            models.CharField(
                choices=[
                    ("own", "the player's"),
                    ("daily", "daily deal"),
                    ("winnable", "winnable deal"),
                ],
                default="own",
                max_length=8,
                verbose_name="kind",
            ),
        ),
        migrations.AddField(
            "deal", "day", models.DateField(blank=True, null=True, verbose_name="day")
        ),
        migrations.AddField(
            "deal",
            "solved_for",
            models.CharField(blank=True, max_length=300, verbose_name="solved for"),
        ),
        migrations.AddField(
            "deal",
            "line",
            models.BinaryField(null=True, verbose_name="winning line, encrypted"),
        ),
        migrations.AlterField(
            "deal",
            "player",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=models.PROTECT,
                related_name="deals",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.RemoveConstraint("deal", "deal_nonce_once"),
        migrations.AddConstraint(
            "deal",
            models.UniqueConstraint(
                fields=["player", "game", "currency", "nonce"],
                condition=Q(kind="own"),
                name="deal_nonce_once",
            ),
        ),
        migrations.AddConstraint(
            "deal",
            models.UniqueConstraint(
                fields=["game", "day"], condition=Q(kind="daily"), name="deal_daily_once"
            ),
        ),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(
                condition=Q(kind="own", player__isnull=False, day=None)
                | Q(kind="daily", player=None, day__isnull=False)
                | Q(kind="winnable", day=None),
                name="deal_of_player_day_or_pool",
            ),
        ),
        migrations.AddIndex(
            "deal",
            models.Index(
                fields=["game", "solved_for"],
                condition=Q(kind="winnable", player=None),
                name="deal_in_the_pool",
            ),
        ),
        migrations.AddField(
            "round", "day", models.DateField(blank=True, null=True, verbose_name="day")
        ),
        migrations.AddField(
            "round", "counts", models.BooleanField(default=True, verbose_name="counts")
        ),
        migrations.RemoveConstraint("round", "round_one_open"),
        migrations.AddConstraint(
            "round",
            models.UniqueConstraint(
                fields=["player", "game", "currency", "day"],
                condition=Q(ended_at=None),
                name="round_one_open",
                nulls_distinct=False,
            ),
        ),
        migrations.RunSQL(DEAL, migrations.RunSQL.noop),
        migrations.RunSQL(ROUND, migrations.RunSQL.noop),
    ]
