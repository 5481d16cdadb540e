"""The console's pages of access: who may do what, who has access, who may sign in and as what."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts import events, spreadsheets
from accounts.models import Event, Player
from accounts.requests import address_of
from config.console import answers, staffing
from config.console.roles import RIGHTS, ROLES

COLUMNS = (
    *("number", "e-mail", "name", "created", "last sign-in", "last password change"),
    *("disabled", "groups", "second factor"),
)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )


class RolesForm(ReasonForm):
    """Which roles, and why."""

    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Roles"),
        choices=[(name, name) for name in ROLES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ("roles", "reason")


@require_safe
def matrix(request: HttpRequest) -> HttpResponse:
    """Which role may see and do what, as the database has it, and who has each role."""
    answers.actor(request, "auth.view_group")
    groups = {g.name: g for g in Group.objects.prefetch_related("permissions__content_type")}
    held = {
        name: {f"{p.content_type.app_label}.{p.codename}" for p in group.permissions.all()}
        for name, group in groups.items()
    }
    context = {
        "title": _("Who may see and do what"),
        "roles": list(ROLES),
        "headings": [
            (
                heading,
                [
                    (right, text, [right in held.get(role, ()) for role in ROLES])
                    for right, text in rights.items()
                ],
            )
            for heading, rights in RIGHTS
        ],
        "people": [
            (role, Player.objects.filter(groups__name=role).order_by("email")) for role in ROLES
        ],
        "others": sorted(set(groups) - set(ROLES)),
        "superusers": Player.objects.filter(is_superuser=True).order_by("email"),
        "may_export": request.user.has_perm("house.export_access"),
    }
    return answers.page(request, "admin/matrix.html", context)


@require_safe
def export(request: HttpRequest) -> StreamingHttpResponse:
    """Everybody who has or had access to the console, as CSV; times in UTC."""
    answers.actor(request, "house.export_access")
    events.record(
        "access exported", "access:staff", actor=answers.actor(request), address=address_of(request)
    )
    today = timezone.now().date().isoformat()
    people = Player.objects.filter(Q(is_staff=True) | Q(is_superuser=True) | ~Q(groups=None))
    listed = people.distinct().prefetch_related("groups").order_by("pk")
    rows = [COLUMNS, *map(_row, listed)]
    return spreadsheets.download(f"user-access-{today}.csv", rows)


def _row(person: Player) -> tuple[Any, ...]:
    """A person as COLUMNS names it."""
    roles = sorted(group.name for group in person.groups.all())
    if person.is_superuser:
        roles.append("superuser")
    return (
        person.pk,
        person.email,
        person.display_name,
        person.date_joined.isoformat(timespec="seconds"),
        _time(person.last_login),
        _time(person.password_changed_at),
        "no" if person.is_active else _time(_disabled_at(person)) or "yes",
        " ".join(roles),
        "yes" if Authenticator.objects.filter(user=person).exists() else "no",
    )


def _disabled_at(person: Player) -> Any:
    of = Event.objects.filter(object=f"player:{person.pk}", action="sign-in disabled")
    return of.order_by("-at").values_list("at", flat=True).first()


def _time(at: Any) -> str:
    return at.isoformat(timespec="seconds") if at else ""


@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Disable a person's sign-in, or enable it again; a reason is asked for."""
    person = get_object_or_404(Player, pk=pk)
    if not staffing.may_change_access(answers.actor(request), person):
        raise PermissionDenied
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted = request.POST.get("active") == "yes"
        staffing.set_active(
            person=person,
            active=wanted,
            actor=answers.actor(request),
            reason=form.cleaned_data["reason"],
            address=address_of(request),
        )
        done = _("The sign-in is enabled.") if wanted else _("The sign-in is disabled.")
        messages.success(request, done)
        return redirect("admin:accounts_player_change", pk)
    title = _("Disable the sign-in") if person.is_active else _("Enable the sign-in")
    return answers.page(
        request, "admin/access.html", {"title": title, "person": person, "form": form}
    )


@require_http_methods(["GET", "POST"])
def give_roles(request: HttpRequest, pk: int) -> HttpResponse:
    """Give and take the roles of a member of staff; a reason is asked for."""
    person = get_object_or_404(Player, pk=pk, is_staff=True)
    if not staffing.may_give_roles(answers.actor(request), person):
        raise PermissionDenied
    now = list(person.groups.values_list("name", flat=True))
    form = RolesForm(request.POST or None, initial={"roles": now})
    if request.method == "POST" and form.is_valid():
        staffing.give_roles(
            person=person,
            names=form.cleaned_data["roles"],
            actor=answers.actor(request),
            reason=form.cleaned_data["reason"],
            address=address_of(request),
        )
        messages.success(request, _("The roles are saved."))
        return redirect("admin:accounts_player_change", pk)
    context = {"title": _("Roles"), "person": person, "form": form}
    return answers.page(request, "admin/roles.html", context)
