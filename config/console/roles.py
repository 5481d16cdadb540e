"""The roles of staff, these words only, and what each may see and do in the console."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

PLAY = ("games.view_round", "games.view_move", "games.view_deal", "house.view_replay")
MONEY = (
    *("wallet.view_account", "wallet.view_transfer", "wallet.view_seal"),
    *("wallet.view_cashout", "wallet.view_deposit"),
)
PEOPLE = ("accounts.view_player",)
RECORDS = (
    *("games.view_simulation", "games.view_switch", "house.view_finding"),
    *("games.view_verdict", "games.view_pool"),
    *("house.view_proposal", "house.view_note", "house.view_release"),
    "house.view_audit",
    *("accounts.view_event", "auth.view_group"),
    *("wallet.inspect_cashout", "wallet.view_payoutfile", "wallet.view_notification"),
    *("wallet.view_paymentmethod", "wallet.view_fundingblock"),
)
CORRECT = ("house.add_proposal", "house.change_proposal")
WRITE = ("house.view_note", "house.add_note")
SIMULATE = ("games.add_simulation", "house.change_finding")
PAY_OUT = ("wallet.decide_cashout",)
PAY_IN = ("wallet.change_deposit", "wallet.change_fundingblock")
READ_CHATS = (
    *("support.view_message", "support.view_conversation", "support.view_complaint"),
    *("support.view_cannedreply", "support.view_presence"),
)
HELP = (
    *("support.view_message", "support.change_message", "support.change_conversation"),
    *("support.view_complaint", "support.change_complaint", "support.view_cannedreply"),
)
LEAD_THE_DESK = (
    *READ_CHATS,
    "support.change_presence",
    *("support.add_cannedreply", "support.change_cannedreply"),
)
# For whoever a player may ask: it holds at once and cannot wait for somebody else.
EXCLUDE = ("accounts.add_exclusion",)
GUARD = ("accounts.add_limit", "accounts.change_flag", *EXCLUDE)
CARE = (
    "games.add_switch",
    "accounts.change_player",
    "house.disable_player",
    "house.void_round",
    *GUARD,
)
LOOK_AT_IDENTITIES = ("accounts.view_identitycheck",)
IDENTITIES = (*LOOK_AT_IDENTITIES, "house.decide_identity")
AUDIT = ("house.change_audit",)
ACCESS = ("house.disable_staff", "house.give_roles", "house.export_access")

ROLES: dict[str, tuple[str, ...]] = {
    "support": (*PEOPLE, *PLAY, *MONEY, *HELP, *WRITE, *EXCLUDE),
    "supervisor": (
        *PEOPLE,
        *PLAY,
        *MONEY,
        *RECORDS,
        *HELP,
        *LEAD_THE_DESK,
        *CARE,
        *IDENTITIES,
        *CORRECT,
        *WRITE,
    ),
    "payments": (
        *PEOPLE,
        *PLAY,
        *MONEY,
        *RECORDS,
        *LOOK_AT_IDENTITIES,
        *PAY_OUT,
        *PAY_IN,
        *CORRECT,
        *WRITE,
    ),
    "risk": (
        *PEOPLE,
        *PLAY,
        *MONEY,
        *RECORDS,
        *IDENTITIES,
        *PAY_IN,
        "house.disable_player",
        *GUARD,
        *SIMULATE,
        *WRITE,
    ),
    "auditor": (
        *PEOPLE,
        *PLAY,
        *MONEY,
        *RECORDS,
        *READ_CHATS,
        "house.export_access",
        *SIMULATE,
        *AUDIT,
    ),
    "administrator": (
        *PEOPLE,
        *PLAY,
        *MONEY,
        *RECORDS,
        *HELP,
        *LEAD_THE_DESK,
        *CARE,
        *IDENTITIES,
        *ACCESS,
        *SIMULATE,
        *AUDIT,
        *CORRECT,
        *WRITE,
        "house.change_auditrule",
        "house.add_release",
    ),
}

# Every right as the matrix says it, under its heading.
RIGHTS = (
    (
        _("Players and staff"),
        {
            "accounts.view_player": _("Find people and open their files"),
            "house.view_note": _("Read notes on players"),
            "house.add_note": _("Write notes on players"),
            "accounts.change_player": _("Change a display name, language or time zone"),
            "accounts.view_identitycheck": _("Look at what players told of their identity"),
            "house.decide_identity": _("Look at documents and decide on an identity"),
            "accounts.add_limit": _("Set limits of the house's for a player"),
            "accounts.change_flag": _("Settle flags of second accounts"),
            "accounts.add_exclusion": _("Exclude a player who asks for it"),
            "house.disable_player": _("Disable and enable the sign-in of a player"),
            "house.disable_staff": _("Disable and enable the sign-in of a member of staff"),
            "house.give_roles": _("Give and take the roles of staff"),
        },
    ),
    (
        _("Play"),
        {
            "games.view_round": _("Look at rounds"),
            "games.view_move": _("Look at the moves of rounds"),
            "games.view_deal": _("Look at deals; a seed only once it is revealed"),
            "house.view_replay": _("Step through a settled round"),
            "house.view_audit": _("Look at payouts to audit"),
            "house.change_audit": _("Audit payouts: pass or question them"),
            "house.change_auditrule": _("Change which payouts are audited"),
            "house.view_release": _("Look at releases of the games"),
            "house.add_release": _("Approve a release of the games"),
            "house.view_finding": _("Look at what the proof of the books found"),
            "house.change_finding": _("Prove the books now; work on findings and end them"),
            "games.view_switch": _("Look at which games are in service"),
            "games.add_switch": _("Take games out of service and put them back"),
            "games.view_simulation": _("Look at simulations"),
            "games.add_simulation": _("Simulate a game"),
            "games.view_verdict": _("Look at what the solver said of deals"),
            "games.view_pool": _("Look at the pools of winnable deals"),
            "house.void_round": _("Void a round in play for a fault of ours"),
        },
    ),
    (
        _("Money"),
        {
            "house.view_proposal": _("Look at corrections"),
            "house.add_proposal": _("Propose a correction"),
            "house.change_proposal": _("Approve or refuse somebody else's correction"),
            "wallet.view_account": _("Look at accounts and balances"),
            "wallet.view_transfer": _("Look at transfers"),
            "wallet.view_seal": _("Look at the seals of the histories"),
            "wallet.view_cashout": _("See where cash-outs stand"),
            "wallet.inspect_cashout": _("See why and by whom a cash-out was decided"),
            "wallet.decide_cashout": _("Hold, approve, refuse and send cash-outs"),
            "wallet.view_payoutfile": _("Look at payout files"),
            "wallet.view_deposit": _("See how deposits stand"),
            "wallet.change_deposit": _("Settle what was to be looked at in a deposit"),
            "wallet.view_notification": _("Look at what payment providers told"),
            "wallet.view_paymentmethod": _("Look at payment methods"),
            "wallet.view_fundingblock": _("Look at blocks of deposits"),
            "wallet.change_fundingblock": _("Lift a block of deposits"),
        },
    ),
    (
        _("Messages"),
        {
            "support.view_message": _("Read what players wrote"),
            "support.change_message": _("Say how far a message is"),
            "support.change_conversation": _("Work at the desk: take, answer and end chats"),
            "support.view_conversation": _("Read every chat, whoever has it"),
            "support.view_presence": _("See who answers chats and how quickly"),
            "support.change_presence": _("Lead the desk: take chats over, say how many one takes"),
            "support.view_cannedreply": _("Look at canned replies"),
            "support.add_cannedreply": _("Write canned replies"),
            "support.change_cannedreply": _("Change and retire canned replies"),
            "support.view_complaint": _("Read complaints"),
            "support.change_complaint": _("Take, escalate and answer complaints"),
        },
    ),
    (
        _("Records"),
        {
            "accounts.view_event": _("Read the event log"),
            "auth.view_group": _("See the roles and this table"),
            "house.export_access": _("Export who has access"),
        },
    ),
)
WORDS = {right: text for _heading, rights in RIGHTS for right, text in rights.items()}


class NotARole(ValueError):
    """A word that is no role of ours."""


@transaction.atomic
def install() -> dict[str, Group]:
    """Make the roles, or bring them to what stands above; the groups by name."""
    groups = {}
    for name, rights in ROLES.items():
        group, _made = Group.objects.get_or_create(name=name)
        group.permissions.set(_permissions(rights))
        groups[name] = group
    return groups


def rights_of(group: Group) -> set[str]:
    """The rights that a role has in the database, as `games.view_round`."""
    held = group.permissions.values_list("content_type__app_label", "codename")
    return {f"{app}.{codename}" for app, codename in held}


def _permissions(rights: Iterable[str]) -> list[Permission]:
    """The permissions of `app.codename`s; Permission.DoesNotExist if one is none of ours."""
    wanted = Q()
    for right in rights:
        app, codename = right.split(".")
        wanted |= Q(content_type__app_label=app, codename=codename)
    found = list(Permission.objects.filter(wanted).select_related("content_type"))
    missing = set(rights) - {f"{p.content_type.app_label}.{p.codename}" for p in found}
    if missing:
        raise Permission.DoesNotExist(f"There is no right {', '.join(sorted(missing))}.")
    return found
