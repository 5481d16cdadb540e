"""The file of a player or a member of staff: all that the house knows, and who has looked at it."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms import ProfileForm
from accounts.models import Acceptance, DoorRecord, Event, Player
from accounts.moments import moment
from accounts.requests import address_of
from config.console import access_views, dossier, safety, staffing
from config.console.excluding import MAY_EXCLUDE
from config.console.pages import (
    EMPTY,
    ReadOnly,
    in_currency,
    link,
    links,
    listing,
    named,
    person,
    players,
    table,
)
from games import history
from games.models import Deal, Round
from support.models import Complaint, Conversation, Message
from wallet import money
from wallet.models import Account, CashOut, Deposit, PaymentMethod, Transfer

SHOWN = 10
LOOKED = "file looked at"
# What has changed about how, and whether, a person signs in.
ACCESS = (
    "sign-in disabled",
    "sign-in enabled",
    "sign-in locked",
    "sign-in unlocked",
    "e-mail changed",
    "roles changed",
)


class FileForm(ProfileForm):
    """The harmless fields, and why staff change them."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


@admin.register(Player)
class PlayerPage(safety.Guarded, dossier.Dossier, ReadOnly):
    """Players and staff. Only harmless fields are changed here, and each change is an event."""

    form = FileForm
    change_form_template = "admin/file.html"
    list_display = ("number", "email", "called", "is_active", "is_staff", "is_test", "more")
    list_display_links = ("number", "email")
    list_filter = ("is_active", "is_staff", "is_test", "date_joined")
    search_fields = ("pk",)
    search_help_text = _("The number of a player, or the whole e-mail address")
    fieldsets = (
        (None, {"fields": ("email", "display_name", "time_zone", "language", "reason")}),
        (_("State"), {"fields": ("state", "kind", "roles", "birth_date", "accepted")}),
        (
            _("Sign-in"),
            {
                "fields": (
                    *("date_joined", "last_login", "password_changed_at", "factors"),
                    *("lock", "open_sessions", "access"),
                )
            },
        ),
        (_("Money"), {"fields": ("balances", "last_transfers")}),
        (_("Play"), {"fields": ("last_rounds",)}),
        (_("Safer play"), {"fields": safety.FIELDS}),
        (_("Casework"), {"fields": dossier.FIELDS}),
        (_("Events"), {"fields": ("last_events",)}),
        (_("Who looked at this file"), {"fields": ("looks",)}),
        (_("More"), {"fields": ("more",)}),
    )
    readonly_fields = (
        *("email", "language", "state", "kind", "roles", "birth_date", "accepted"),
        *("date_joined", "last_login", "password_changed_at", "factors", "lock", "open_sessions"),
        *safety.FIELDS,
        *dossier.FIELDS,
        *("access", "balances", "last_transfers", "last_rounds", "last_events", "looks", "more"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the pages that change who may sign in, and as what."""
        view = self.admin_site.admin_view
        ours = [
            path("<int:pk>/access/", view(access_views.sign_in), name="accounts_player_access"),
            path("<int:pk>/roles/", view(access_views.give_roles), name="accounts_player_roles"),
        ]
        return [*ours, *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever has Django's right to change players."""
        return bool(request.user.has_perm("accounts.change_player"))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """A reason is asked of those only who can change something."""
        if self.has_change_permission(request, obj):
            return self.fieldsets
        (title, first), *others = self.fieldsets
        shown = tuple(name for name in first["fields"] if name != "reason")
        return ((title, {"fields": shown}), *others)

    def meaning(self, term: str) -> Q | None:
        """A number, or an address."""
        return Q(pk__in=players(term)) if "@" in term else super().meaning(term)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The file, with what this member of staff may do about it."""
        person = kwargs.get("obj")
        if person is not None:
            actor: Any = request.user
            context["may_change_access"] = staffing.may_change_access(actor, person)
            context["may_give_roles"] = staffing.may_give_roles(actor, person)
            context["may_limit"] = not person.is_staff and actor.has_perm(safety.MAY_LIMIT)
            context["may_exclude"] = not person.is_staff and actor.has_perm(MAY_EXCLUDE)
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(
        self, request: HttpRequest, obj: Player, form: ModelForm[Player], change: bool
    ) -> None:
        """Write through the service, which records what was before."""
        changes = {**form.cleaned_data}
        services.change_profile(
            player=obj,
            reason=changes.pop("reason"),
            changes=changes,
            actor=request.user,  # type: ignore[arg-type]
            address=address_of(request),
        )

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """The service has recorded it."""

    @admin.display(description=_("display name"))
    def called(self, player: Player) -> SafeString:
        """The name, kept apart from the text around it."""
        return format_html("<bdi>{}</bdi>", player.display_name)

    @admin.display(description=_("state"))
    def state(self, player: Player) -> str:
        """Whether the person may sign in; if not, since when and why."""
        if player.is_active:
            return _("Open")  # type: ignore[return-value]
        last = _events(player).filter(action="sign-in disabled").first()
        if last is None:
            return _("Disabled")  # type: ignore[return-value]
        return _("Disabled on %(when)s: %(reason)s") % {
            "when": moment(last.at),
            "reason": last.reason,
        }

    @admin.display(description=_("kind"))
    def kind(self, player: Player) -> Any:
        """Staff have no wallet."""
        if player.is_staff:
            return _("Staff, without a wallet")
        return _("Test player, left out of revenue reports") if player.is_test else _("Player")

    @admin.display(description=_("roles"))
    def roles(self, player: Player) -> str:
        """The groups of a member of staff."""
        return ", ".join(player.groups.order_by("name").values_list("name", flat=True)) or EMPTY

    @admin.display(description=_("accepted"))
    def accepted(self, player: Player) -> SafeString:
        """Every acceptance, old versions too."""
        rows = Acceptance.objects.filter(player=player).order_by("-at", "document")
        return table(
            (_("document"), _("version"), _("at"), _("address")),
            ((row.document, row.version, moment(row.at), row.address or EMPTY) for row in rows),
        )

    @admin.display(description=_("second factors"))
    def factors(self, player: Player) -> str:
        """Their kinds; their secrets are shown nowhere."""
        kinds = Authenticator.objects.filter(user=player).order_by("type")
        return ", ".join(str(row.get_type_display()) for row in kinds) or str(_("none"))

    @admin.display(description=_("locked after wrong tries"))
    def lock(self, player: Player) -> Any:
        """Since when; the player opens it with a mailed link."""
        record = DoorRecord.objects.filter(player=player, locked_at__isnull=False).first()
        return moment(record.locked_at) if record and record.locked_at else _("no")

    @admin.display(description=_("sessions"))
    def open_sessions(self, player: Player) -> int:
        """How many are open now."""
        return int(UserSession.objects.filter(user=player).count())

    @admin.display(description=_("changes of access"))
    def access(self, player: Player) -> SafeString:
        """Each with its reason, former addresses too."""
        return _event_table(_events(player).filter(action__in=ACCESS))

    @admin.display(description=_("balances"))
    def balances(self, player: Player) -> SafeString:
        """Every account of the player. None can be written here or anywhere."""
        accounts = Account.objects.filter(player=player).order_by("currency", "pk")
        return table(
            (_("account"), _("currency"), _("balance")),
            (
                (
                    link(Account, a.pk, a.get_kind_display()),
                    in_currency(a.currency),
                    money.format(a.balance or 0, a.currency),
                )
                for a in accounts
            ),
        )

    @admin.display(description=_("last transfers"))
    def last_transfers(self, player: Player) -> SafeString:
        """The newest."""
        rows = Transfer.objects.filter(player=player).order_by("-pk")[:SHOWN]
        return table(
            (_("number"), _("at"), _("kind"), _("amount"), _("cause")),
            (
                (
                    link(Transfer, row.pk),
                    moment(row.made_at),
                    row.get_kind_display(),
                    money.format(row.amount, row.currency),
                    named(row.cause),
                )
                for row in rows
            ),
        )

    @admin.display(description=_("last rounds"))
    def last_rounds(self, player: Player) -> SafeString:
        """The newest."""
        rows = list(Round.objects.filter(player=player).defer("kept").order_by("-pk")[:SHOWN])
        told = history.outcomes(rows, for_others=True)
        return table(
            (_("number"), _("started"), _("game"), _("stake"), _("outcome"), _("payout")),
            (
                (
                    link(Round, row.pk),
                    moment(row.started_at),
                    row.title,
                    money.format(row.staked, row.currency),
                    told[row.pk] or _("in play"),
                    EMPTY if row.is_open else money.format(row.returned, row.currency),
                )
                for row in rows
            ),
        )

    @admin.display(description=_("last events"))
    def last_events(self, player: Player) -> SafeString:
        """The newest, but for looks at the file."""
        return _event_table(_events(player).exclude(action=LOOKED))

    @admin.display(description=_("looks"))
    def looks(self, player: Player) -> SafeString:
        """Which member of staff looked at what, the newest first."""
        rows = _events(player).filter(action=LOOKED).select_related("actor")[:SHOWN]
        found = table(
            (_("at"), _("who"), _("page"), _("address")),
            (
                (
                    moment(row.at),
                    person(row.actor),
                    named((row.after or {}).get("page", "")),
                    row.address or EMPTY,
                )
                for row in rows
            ),
        )
        of = {"object": f"player:{player.pk}", "action": LOOKED}
        return links(found, listing(Event, _("all of them"), **of))

    @admin.display(description=_("more"))
    def more(self, player: Player) -> SafeString:
        """Links to everything of this player."""
        of = {"player__id__exact": player.pk}
        return links(
            listing(Round, _("rounds"), **of),
            listing(Transfer, _("transfers"), **of),
            listing(Account, _("accounts"), **of),
            listing(Deposit, _("deposits"), **of),
            listing(PaymentMethod, _("payment methods"), **of),
            listing(CashOut, _("cash-outs"), **of, state="all"),
            listing(Deal, _("deals"), **of),
            listing(Conversation, _("chats"), **of),
            listing(Complaint, _("complaints"), **of),
            listing(Message, _("messages"), **of),
            listing(Event, _("events"), object=f"player:{player.pk}"),
        )


def _events(player: Player) -> QuerySet[Event]:
    """Events about the person, the newest first."""
    return Event.objects.filter(object=f"player:{player.pk}").order_by("-at", "-pk")


def _event_table(events: QuerySet[Event]) -> SafeString:
    return table(
        (_("at"), _("event"), _("actor"), _("reason"), _("address")),
        (
            (
                moment(row.at),
                link(Event, row.pk, row.action),
                person(row.actor) if row.actor_id else _("the house"),
                row.reason or EMPTY,
                row.address or EMPTY,
            )
            for row in events.select_related("actor")[:SHOWN]
        ),
    )
