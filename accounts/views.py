"""Pages about a person's own account, and the answer to a form from a page of another sign-in."""

from __future__ import annotations

from allauth.account.views import logout
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import ProfileForm
from accounts.requests import PlayerRequest


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: PlayerRequest) -> HttpResponse:
    """The player's display name and time zone, and the ways to password and second factor."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.change_profile(
            player=request.user, changes=form.cleaned_data, address=request.META.get("REMOTE_ADDR")
        )
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:settings")
    return render(request, "accounts/settings.html", {"form": form})


@require_http_methods(["GET", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Django-allauth's sign-out, after which the browser keeps nothing of this site's storage."""
    response: HttpResponse = logout(request)
    if request.method == "POST":
        response["Clear-Site-Data"] = '"storage"'
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose page belongs to another sign-in: nothing was done, and here is the way on.

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
