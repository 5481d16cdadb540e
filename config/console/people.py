"""The console's pages of roles and of the event log."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Event, Player
from config.console import recorded, roles
from config.console.pages import (
    EMPTY,
    ReadOnly,
    code,
    link,
    links,
    named,
    person,
    table,
)

# Everybody here calls them so; Django's own words are found wherever it names a model.
Group._meta.verbose_name = _("role")
Group._meta.verbose_name_plural = _("roles")


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
        held = roles.rights_of(group)
        known = [right for right in roles.WORDS if right in held]
        others = sorted(held - set(known))
        return table(
            (_("right"), _("name")),
            ((roles.WORDS.get(right, EMPTY), code(right)) for right in (*known, *others)),
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
    exact = ("object", "before", "after")
    search_fields = ("pk",)
    search_help_text = _("The number of an event, or what it was about, as player:12")
    fields = ("at", "who", "action", "about", "change", "reason", "address")

    def meaning(self, term: str) -> Q | None:
        """A number, or an object."""
        return Q(object=term) if ":" in term else super().meaning(term)

    @admin.display(description=_("actor"))
    def who(self, event: Event) -> Any:
        """The person, or the house."""
        return person(event.actor) if event.actor_id else _("the house")

    @admin.display(description=_("object"))
    def about(self, event: Event) -> Any:
        """A link to the object."""
        return named(event.object)

    @admin.display(description=_("change"))
    def change(self, event: Event) -> SafeString:
        """What was and what has become of it, in words; the exact values folded away."""
        exact = recorded.kept(event.before, event.after)
        return format_html("{}{}", recorded.changes(event.before, event.after), exact)
