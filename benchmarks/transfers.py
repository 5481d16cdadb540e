"""Transfers a second with 4 clients: the ledger from Django against pgbench, in one run.

Both insert the same rows, one transfer a transaction, so both pay for every promise that the
database holds; the ratio is what Django, its lock and its signal cost.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import statistics
import subprocess
import tempfile
import time

BOUND = 0.3
CLIENTS = 4
PLAYERS = 200
SECONDS = 5
ROUNDS = 3
MONEY = 10**12

SCRIPT = """
\\set n random(0, {last})
\\set key random(1, 1000000000000)
INSERT INTO wallet_transfer
    (player_id, key, cause, kind, source_id, target_id, amount, currency, note)
VALUES ({player} + :n, 'pgbench:' || :key, 'round:' || :n, 'stake',
    {wallet} + {step} * :n, {in_play} + {step} * :n, 1, '{currency}', '')
"""


def main() -> int:
    """Measure in turn and print; 1 when Django is slower than the bound, else 0."""
    players = _players()
    script = _script(players)
    pairs = []
    for number in range(ROUNDS):
        pairs.append((_pgbench(script), _django([player.pk for player in players], number)))
        print("transfers/s: pgbench {:.0f}, Django {:.0f}".format(*pairs[-1]))
    ratio = statistics.median(django / pgbench for pgbench, django in pairs)
    print(f"Django makes {ratio:.2f} of the transfers of pgbench (at least {BOUND})")
    return int(ratio < BOUND)


def _players() -> list:
    """Players with money enough, made one after another."""
    from accounts.models import Player
    from wallet import ledger

    ledger.test_money(_player(Player), MONEY, "test:start")  # makes the house's accounts too
    made = [_player(Player) for _ in range(PLAYERS)]
    for player in made:
        ledger.test_money(player, MONEY, "test:start")
    return made


def _player(model) -> object:
    address = f"bench{random.getrandbits(64):x}@bench.example"
    return model.objects.create_user(address, is_test=True)


def _script(players: list) -> str:
    """pgbench's script. The ids of players and accounts rise evenly, which is checked."""
    from django.conf import settings

    from wallet.models import Account

    ids = {}
    for kind in ("wallet", "in play"):
        named = Account.objects.filter(kind=kind, currency=settings.CURRENCY, player__in=players)
        ids[kind] = list(named.order_by("player").values_list("pk", flat=True))
    step = ids["wallet"][1] - ids["wallet"][0]
    for of in ids.values():
        assert of == list(range(of[0], of[0] + step * PLAYERS, step)), "ids do not rise evenly"
    return SCRIPT.format(
        last=PLAYERS - 1,
        player=players[0].pk,
        wallet=ids["wallet"][0],
        in_play=ids["in play"][0],
        step=step,
        currency=settings.CURRENCY,
    )


def _pgbench(script: str) -> float:
    """Transactions a second of pgbench with prepared statements."""
    from django.db import connection

    from config.supervisor.programs import MAJOR_VERSION, installed_package

    told = connection.get_connection_params()
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        command = [
            str(installed_package() / MAJOR_VERSION / "bin" / "pgbench"),
            *("-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(SECONDS)),
            *("-f", file.name, "-h", str(told["host"]), "-U", told["user"], told["dbname"]),
        ]
        environment = os.environ | {"PGPASSWORD": told["password"]}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert found, done.stdout
    return float(found.group(1))


def _django(players: list[int], number: int) -> float:
    """Transfers a second through the ledger, from as many processes as pgbench has clients."""
    from django.db import connection

    connection.close()
    forked = multiprocessing.get_context("fork")
    start = forked.Barrier(CLIENTS)
    made = forked.Queue()
    clients = [
        forked.Process(target=_client, args=(players, f"{number}:{client}", start, made))
        for client in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    total = sum(made.get(timeout=SECONDS + 60) for _ in clients)
    for client in clients:
        client.join()
    return total / SECONDS


def _client(players: list[int], name: str, start, made) -> None:
    """One client: transfers for some seconds, each in a transaction of its own."""
    from django.conf import settings
    from django.db import transaction

    from accounts.models import Player
    from wallet import ledger
    from wallet.ledger import Line
    from wallet.models import AccountKind, TransferKind

    those = list(Player.objects.filter(pk__in=players))
    dice = random.Random(name)
    count = 0
    start.wait(60)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        player = dice.choice(those)
        key = f"django:{name}:{count}"
        line = Line(key, TransferKind.STAKE, AccountKind.WALLET, AccountKind.IN_PLAY, 1)
        with transaction.atomic():
            ledger.move(
                player=player, currency=settings.CURRENCY, cause=f"round:{count}", lines=[line]
            )
        count += 1
    made.put(count)
