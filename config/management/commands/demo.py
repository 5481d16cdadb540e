"""The demo: players with chips and test money, a person for each staff role, and how to sign in.

Run again, it keeps what is there and prints the same. It refuses to run outside demo mode, whose
settings refuse any public host name: everybody may know these passwords.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.utils import decrypt
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import documents, identity, limits
from accounts.models import LimitKind, Period, Player
from config.console import roles
from games import daily
from wallet import ledger
from wallet.sums import in_money

DOMAIN = "demo.example"
PASSWORD = "cards-on-the-table"
PLAYERS = (("ada", "Ada Marlow"), ("ben", "Ben Okoro"))
STAFF = (
    ("support", "Sora Lind", "support"),
    ("supervisor", "Tomas Weld", "supervisor"),
    ("payments", "Pia Harrow", "payments"),
    ("payments2", "Quentin Ash", "payments"),
    ("risk", "Rhea Stone", "risk"),
    ("auditor", "Una Frost", "auditor"),
    ("administrator", "Wim Archer", "administrator"),
)
TEST_MONEY = 500_00
# Of deposits in a month.
LIMIT = 1_000_00
CONSOLE = "/console/"


class Command(BaseCommand):
    help = "Makes the people of the demo, once, and prints how they sign in."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make who is missing and today's deals, and print everybody. CommandError elsewhere."""
        if not settings.DEMO:
            raise CommandError("The demo's passwords are published: it runs in demo mode only.")
        groups = roles.install()
        daily.publish()
        self.stdout.write(f"\nPlayers of the demo (test money, password {PASSWORD}):")
        for name, title in PLAYERS:
            self._print(player(name, title))
        self.stdout.write(
            f"\nStaff (same password, then a code: manage.py totp NAME; at {CONSOLE}):"
        )
        for name, title, role in STAFF:
            person = member(name, title, groups[role])
            self._print(person, f"{role:<14} key {key(person)}")
        self.stdout.write("")

    def _print(self, person: Player, more: str = "") -> None:
        changed = "" if person.check_password(PASSWORD) else " (password changed since)"
        self.stdout.write(f"  {person.email:<28} {person.display_name:<14} {more}{changed}")


@transaction.atomic
def player(name: str, title: str) -> Player:
    """A test player with a verified identity, fun chips, test money and a limit of deposits."""
    made = _person(name, title, is_test=True)
    documents.accept(player=made)
    identity.assume(made)
    if not limits.has_chosen(made):
        limits.ask(
            player=made, kind=LimitKind.DEPOSIT, period=Period.MONTH, amount=LIMIT, shown=in_money
        )
        limits.choose(player=made, with_limit=True)
    ledger.welcome(made)
    ledger.test_money(made, TEST_MONEY, key="demo")
    return made


@transaction.atomic
def member(name: str, title: str, group: Group) -> Player:
    """A member of staff in a role, with an authenticator."""
    made = _person(name, title, is_staff=True)
    made.groups.add(group)
    if not has_key(made):
        TOTP.activate(made, generate_totp_secret())
    return made


def has_key(person: Player) -> bool:
    """Whether the person has an authenticator."""
    return bool(_authenticators(person).exists())


def key(person: Player) -> str:
    """The key of a person's authenticator, as an app takes it."""
    return str(decrypt(_authenticators(person).get().data["secret"]))


def _authenticators(person: Player) -> Any:
    return Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP)


def _person(name: str, title: str, **fields: bool) -> Player:
    """The person of that name, made with a confirmed address if missing."""
    email = f"{name}@{DOMAIN}"
    if there := Player.objects.filter(email=email).first():
        return there
    made = Player.objects.create_user(email, PASSWORD, display_name=title, **fields)
    EmailAddress.objects.create(user=made, email=email, verified=True, primary=True)
    return made
