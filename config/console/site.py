"""The console's door: staff only, and only with a second factor given in this session."""

from __future__ import annotations

from typing import Any

from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.requests import path_here
from config.console import access_views, desk, front, games_report, health, liability

# The lists by what staff look for; a list that is in none of these stands behind them.
ROOMS = (
    (_("People"), ("Player", "Note", "IdentityCheck", "Group")),
    (_("Play"), ("Round", "Move", "Deal", "Simulation", "Verdict", "Pool", "Switch")),
    (
        _("Money"),
        ("CashOut", "Deposit", "PayoutFile", "FundingBlock", "Proposal", "Transfer", "Account"),
    ),
    (_("Messages"), ("Conversation", "Complaint", "Message", "CannedReply")),
    (
        _("Records"),
        ("Audit", "Finding", "Release", "Event", "Notification", "PaymentMethod", "Seal"),
    ),
)
# No row of ours has a page on the site to show, and no form completes by itself.
UNUSED = ("view_on_site", "autocomplete")


def has_second_factor(request: HttpRequest) -> bool:
    """Whether a second factor was given in this session."""
    records = get_authentication_records(request, request.user)
    return any(record["method"] == "mfa" for record in records)


class Console(AdminSite):
    """Fairdeal's console."""

    site_header = _("Fairdeal console")
    site_title = _("Fairdeal console")
    index_title = _("Console")
    enable_nav_sidebar = False

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Besides Django's, who may do what and who has access."""
        ours = [
            path("rights/", self.admin_view(access_views.matrix), name="rights"),
            path("health/", self.admin_view(health.page), name="health"),
            path("games-report/", self.admin_view(games_report.page), name="games-report"),
            path("rights/access.csv", self.admin_view(access_views.export), name="access"),
            path("liability/", self.admin_view(liability.page), name="liability"),
        ]
        theirs = [entry for entry in super().get_urls() if getattr(entry, "name", "") not in UNUSED]
        return [*ours, *desk.addresses(self.admin_view), *theirs]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The lists that this member of staff may see, by ROOMS; for one app, as Django has it."""
        listed = super().get_app_list(request, app_label)
        if app_label:
            return listed
        models = {model["object_name"]: model for app in listed for model in app["models"]}
        rooms = [
            {"name": name, "models": [models.pop(one) for one in names if one in models]}
            for name, names in ROOMS
        ]
        return [
            room | {"app_label": "", "app_url": ""}
            for room in [*rooms, {"name": _("More"), "models": list(models.values())}]
            if room["models"]
        ]

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The front page: what needs a person, and how the house stands."""
        return super().index(request, front.context(request) | (extra_context or {}))

    def has_permission(self, request: HttpRequest) -> bool:
        """An active member of staff who gave a second factor."""
        user = request.user
        return bool(user.is_active and user.is_staff and has_second_factor(request))

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Sign in where everybody does; a player's console does not exist."""
        following = _following(request)
        if not request.user.is_authenticated:
            return redirect_to_login(following, settings.LOGIN_URL)
        if not request.user.is_staff:
            raise Http404
        if self.has_permission(request):
            return HttpResponseRedirect(following)
        return render(request, "admin/second_factor.html", {"next": following}, status=403)

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Sign out where everybody does."""
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Change the password where everybody does."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The same."""
        return redirect("account_change_password")


def _following(request: HttpRequest) -> str:
    """Where to go after signing in: an address of this site."""
    return path_here(request.GET.get("next"), reverse("admin:index"))
