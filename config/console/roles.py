"""The roles of staff, these words only, and what each may see and do in the console."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

PLAY = ("games.view_round", "games.view_move", "games.view_deal")
MONEY = ("wallet.view_account", "wallet.view_transfer", "wallet.view_seal")
PEOPLE = ("accounts.view_player",)
RECORDS = ("accounts.view_event", "auth.view_group")
HELP = ("support.view_message", "support.change_message")
CARE = ("accounts.change_player",)

ROLES: dict[str, tuple[str, ...]] = {
    "support": (*PEOPLE, *PLAY, *MONEY, *HELP),
    "supervisor": (*PEOPLE, *PLAY, *MONEY, *RECORDS, *HELP, *CARE),
    "payments": (*PEOPLE, *PLAY, *MONEY, *RECORDS),
    "risk": (*PEOPLE, *PLAY, *MONEY, *RECORDS),
    "auditor": (*PEOPLE, *PLAY, *MONEY, *RECORDS, "support.view_message"),
    "administrator": (*PEOPLE, *PLAY, *MONEY, *RECORDS, *HELP, *CARE),
}


@transaction.atomic
def install() -> dict[str, Group]:
    """Make the roles, or bring them to what stands above; the groups by name."""
    groups = {}
    for name, rights in ROLES.items():
        group, _made = Group.objects.get_or_create(name=name)
        group.permissions.set([_permission(right) for right in rights])
        groups[name] = group
    return groups


def _permission(right: str) -> Permission:
    """The permission of `app.codename`; Permission.DoesNotExist if there is none."""
    app, codename = right.split(".")
    return Permission.objects.get(Q(content_type__app_label=app) & Q(codename=codename))
