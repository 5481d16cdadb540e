"""Pages about a person's own account, and the answer to a form from a page of another sign-in."""

from __future__ import annotations

from dataclasses import asdict

from allauth.account.views import logout
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services, sessions
from accounts.forms import OwnProfileForm, PreferencesForm
from accounts.models import Event
from accounts.preferences import CARD_BACKS, TABLE_COLORS
from accounts.requests import PlayerRequest, address_of

# What the browser forgets when somebody signs out: copies of pages, and whatever a script kept.
CLEARED = '"cache", "storage"'
SIGN_INS_SHOWN = 10


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: PlayerRequest) -> HttpResponse:
    """The player's display name, language and time zone, and whether leaderboards show him."""
    shown = {"leaderboards": request.user.preferences.leaderboards}
    form = OwnProfileForm(request.POST or None, instance=request.user, initial=shown)
    if request.method == "POST" and form.is_valid():
        changes = dict(form.cleaned_data)
        choices = {"leaderboards": changes.pop("leaderboards")}
        services.change_preferences(player=request.user, choices=choices)
        services.change_profile(player=request.user, changes=changes, address=address_of(request))
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:settings")
    return render(request, "accounts/settings.html", {"form": form, "here": "settings"})


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: PlayerRequest) -> HttpResponse:
    """How tables and pages look and sound."""
    now = asdict(request.user.preferences)
    now["four_colors"] = "on" if now["four_colors"] else "off"
    form = PreferencesForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        services.change_preferences(player=request.user, choices=form.chosen())
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:preferences")
    context = {"form": form, "here": "preferences", "backs": CARD_BACKS, "colors": TABLE_COLORS}
    return render(request, "accounts/preferences.html", context)


@login_required
@require_safe
def security(request: PlayerRequest) -> HttpResponse:
    """How the player signs in, from which devices, and the last sign-ins."""
    of = Event.objects.filter(object=f"player:{request.user.pk}")
    factors = Authenticator.objects.filter(user=request.user).values_list("type", flat=True)
    context = {
        "here": "security",
        "factors": set(factors),
        "passkeys": list(factors).count(Authenticator.Type.WEBAUTHN),
        "sign_ins": of.filter(action="signed in").order_by("-at")[:SIGN_INS_SHOWN],
        "sessions": [
            {
                "row": row,
                "device": sessions.device(row.user_agent),
                "here": row.session_key == request.session.session_key,
            }
            for row in UserSession.objects.purge_and_list(request.user)
        ],
    }
    return render(request, "accounts/security.html", context)


@login_required
@require_POST
def end_session(request: PlayerRequest, pk: int) -> HttpResponse:
    """Sign out on one of the player's devices; on this one it is the same as signing out."""
    row = get_object_or_404(UserSession, pk=pk, user=request.user)
    if row.session_key == request.session.session_key:
        return sign_out(request)
    sessions.end(request.user, [row], address=address_of(request), why="one")
    messages.success(request, _("That device is signed out."))
    return redirect("accounts:security")


@login_required
@require_POST
def end_all_sessions(request: PlayerRequest) -> HttpResponse:
    """Sign out everywhere, here too."""
    mine = request.session.session_key
    others = UserSession.objects.filter(user=request.user).exclude(session_key=mine)
    sessions.end(request.user, others, address=address_of(request), why="everywhere")
    messages.success(request, _("You are signed out on every device."))
    return sign_out(request)


@require_http_methods(["GET", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Django-allauth's sign-out, after which the browser keeps nothing of what it was shown."""
    row = UserSession.objects.filter(session_key=request.session.session_key)
    response: HttpResponse = logout(request)
    if request.method == "POST":
        row.delete()
        response["Clear-Site-Data"] = CLEARED
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid token: its page belongs to another sign-in, or to nobody."""
    return another_sign_in(request)


def another_sign_in(request: HttpRequest) -> HttpResponse:
    """A request from a page of another sign-in: nothing was done, and here is the way on.

    A fragment's request is answered with a refresh of the whole page, which then says it too.
    """
    sentence = _(
        "Nothing was done: you have signed in or out since this page was opened, perhaps in "
        "another tab. This is the page as it is now; please try again."
    )
    if getattr(request, "htmx", False):
        messages.warning(request, sentence)
        response = HttpResponse(status=403)
        response["HX-Refresh"] = "true"
        return response
    return render(request, "403_csrf.html", status=403)
