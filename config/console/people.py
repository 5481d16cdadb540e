"""The console's pages of people: players, roles and the event log."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms import ProfileForm
from accounts.models import Event, Player
from config.console.pages import (
    ReadOnly,
    code,
    link,
    links,
    listing,
    named,
    players,
    table,
)
from games.models import Deal, Round
from support.models import Message
from wallet import money
from wallet.models import Account, Transfer


@admin.register(Player)
class PlayerPage(ReadOnly):
    """Players and staff. Only harmless fields are changed here, and each change is an event."""

    form = ProfileForm
    list_display = ("number", "email", "display_name", "is_active", "is_staff", "is_test", "more")
    list_display_links = ("number", "email")
    list_filter = ("is_active", "is_staff", "is_test", "date_joined")
    search_fields = ("pk",)
    search_help_text = _("The number of a player, or the whole e-mail address")
    fieldsets = (
        (None, {"fields": ("email", "display_name", "time_zone", "language")}),
        (
            _("State"),
            {"fields": ("is_active", "is_staff", "roles", "is_test", "date_joined", "last_login")},
        ),
        (_("Money"), {"fields": ("balances",)}),
        (_("More"), {"fields": ("more",)}),
    )
    readonly_fields = (
        "email",
        "language",
        "is_active",
        "is_staff",
        "roles",
        "is_test",
        "date_joined",
        "last_login",
        "balances",
        "more",
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever has Django's right to change players."""
        return bool(request.user.has_perm("accounts.change_player"))

    def meaning(self, term: str) -> Q | None:
        """A number, or an address."""
        return Q(pk__in=players(term)) if "@" in term else super().meaning(term)

    def save_model(
        self, request: HttpRequest, obj: Player, form: ModelForm[Player], change: bool
    ) -> None:
        """Write through the service, which records what was before."""
        services.change_profile(
            player=obj,
            changes=form.cleaned_data,
            actor=request.user,  # type: ignore[arg-type]
            address=request.META.get("REMOTE_ADDR"),
        )

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """The service has recorded it."""

    @admin.display(description=_("roles"))
    def roles(self, player: Player) -> str:
        """The groups of a member of staff."""
        return ", ".join(player.groups.values_list("name", flat=True)) or "-"

    @admin.display(description=_("balances"))
    def balances(self, player: Player) -> SafeString:
        """Every account of the player. None can be written here or anywhere."""
        accounts = Account.objects.filter(player=player).order_by("currency", "pk")
        return table(
            (_("account"), _("currency"), _("balance")),
            (
                (
                    link(Account, a.pk, a.get_kind_display()),
                    a.currency,
                    money.format(a.balance or 0, a.currency),
                )
                for a in accounts
            ),
        )

    @admin.display(description=_("more"))
    def more(self, player: Player) -> SafeString:
        """Links to everything of this player."""
        of = {"player__id__exact": player.pk}
        return links(
            listing(Round, _("rounds"), **of),
            listing(Transfer, _("transfers"), **of),
            listing(Account, _("accounts"), **of),
            listing(Deal, _("deals"), **of),
            listing(Message, _("messages"), **of),
            listing(Event, _("events"), object=f"player:{player.pk}"),
        )


@admin.register(Group)
class RolePage(ReadOnly):
    """The roles of staff, with their rights and people."""

    list_display = ("name",)
    list_display_links = ("name",)
    fields = ("name", "rights", "people")

    def reference(self, pk: Any) -> str:
        """What events call a role."""
        return f"role:{pk}"

    @admin.display(description=_("rights"))
    def rights(self, group: Group) -> SafeString:
        """What the role may see and do."""
        rights = group.permissions.select_related("content_type")
        return table(
            (_("right"), _("name")),
            ((code(r.codename), r.name) for r in rights.order_by("codename")),
        )

    @admin.display(description=_("people"))
    def people(self, group: Group) -> SafeString:
        """Who has the role."""
        people: QuerySet[Player] = Player.objects.filter(groups=group).order_by("email")
        return links(*(link(Player, player.pk, player.email) for player in people))


@admin.register(Event)
class EventPage(ReadOnly):
    """Who did what to what, from where, and what it was before and after."""

    list_display = ("number", "at", "who", "action", "about", "reason")
    list_select_related = ("actor",)
    list_filter = ("at",)
    search_fields = ("pk",)
    search_help_text = _("The number of an event, or what it was about, as player:12")
    fields = ("at", "who", "action", "about", "was", "became", "reason", "address")

    def meaning(self, term: str) -> Q | None:
        """A number, or an object."""
        return Q(object=term) if ":" in term else super().meaning(term)

    @admin.display(description=_("actor"))
    def who(self, event: Event) -> Any:
        """The person, or the house."""
        return link(Player, event.actor_id, event.actor) if event.actor_id else _("the house")

    @admin.display(description=_("object"))
    def about(self, event: Event) -> Any:
        """A link to the object."""
        return named(event.object)

    @admin.display(description=_("before"))
    def was(self, event: Event) -> SafeString:
        """As JSON."""
        return code(_text(event.before))

    @admin.display(description=_("after"))
    def became(self, event: Event) -> SafeString:
        """As JSON."""
        return code(_text(event.after))


def _text(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)
