"""Who may sign in, and in which roles: what administrators change, each time with a reason.

Members of staff are persons, one sign-in each, without a wallet. Nobody changes their own access.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from accounts.names import check_name
from config.console.roles import ROLES, NotARole, install


class AlreadyThere(ValueError):
    """The address belongs to somebody."""


@transaction.atomic
def hire(*, email: str, name: str, role: str) -> Player:
    """A new member of staff, who chooses a password through “Forgotten password”.

    Raises NotARole, ValidationError for what is no address or no name, and AlreadyThere for the
    address of a player or of staff: a person who plays and works here has two addresses, and the
    one at work has no wallet.
    """
    if role not in ROLES:
        raise NotARole(_("The roles are: %(names)s.") % {"names": ", ".join(ROLES)})
    email = email.strip().lower()
    _check(email, name)
    if Player.objects.filter(email=email).exists():
        raise AlreadyThere(_("This address belongs to somebody already."))
    person = Player.objects.create_user(email, None, display_name=name, is_staff=True)
    EmailAddress.objects.create(user=person, email=email, verified=True, primary=True)
    person.groups.add(install()[role])
    events.record("staff hired", f"player:{person.pk}", after=[role])
    return person


def _check(email: str, name: str) -> None:
    Player(email=email, display_name=name).clean_fields(exclude=["password"])
    if not name.strip():
        raise ValidationError(_("A member of staff needs a name."))
    check_name(name)


def may_change_access(actor: Player, person: Player) -> bool:
    """Whether the actor may disable and enable this person's sign-in."""
    right = "house.disable_staff" if person.is_staff else "house.disable_player"
    return actor.pk != person.pk and actor.has_perm(right)


def may_give_roles(actor: Player, person: Player) -> bool:
    """Whether the actor may change this person's roles; players have none."""
    return person.is_staff and actor.pk != person.pk and actor.has_perm("house.give_roles")


@transaction.atomic
def set_active(
    *, person: Player, active: bool, actor: Player, reason: str, address: str | None
) -> None:
    """Disable a sign-in, which ends every session at once, or enable it again.

    Nothing else changes: balances stay, a game in play may be finished after the sign-in is
    enabled, or ends by its game's rule. Raises PermissionDenied.
    """
    if not may_change_access(actor, person):
        raise PermissionDenied
    stored = Player.objects.select_for_update(no_key=True).get(pk=person.pk)
    if stored.is_active == active:
        return
    stored.is_active = active
    stored.save(update_fields=["is_active"])
    ended = 0
    if not active:
        for row in UserSession.objects.filter(user=stored):
            row.end()
            ended += 1
    events.record(
        "sign-in enabled" if active else "sign-in disabled",
        f"player:{person.pk}",
        actor=actor,
        after={"sessions ended": ended},
        reason=reason,
        address=address,
    )


@transaction.atomic
def give_roles(
    *, person: Player, names: Collection[str], actor: Player, reason: str, address: str | None
) -> None:
    """The roles that a member of staff has from now on. Raises NotARole and PermissionDenied."""
    if unknown := set(names) - set(ROLES):
        raise NotARole(_("There is no role %(name)s.") % {"name": sorted(unknown)[0]})
    if not may_give_roles(actor, person):
        raise PermissionDenied
    Player.objects.select_for_update(no_key=True).get(pk=person.pk)
    before = sorted(person.groups.values_list("name", flat=True))
    after = sorted(set(names))
    if before == after:
        return
    groups = install()
    person.groups.set([groups[name] for name in after])
    events.record(
        "roles changed",
        f"player:{person.pk}",
        actor=actor,
        before=before,
        after=after,
        reason=reason,
        address=address,
    )
