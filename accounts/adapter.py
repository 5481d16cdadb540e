"""How django-allauth meets our players: sign-in by e-mail, what is recorded, how mail leaves."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.password_reset import get_reset_password_url
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import door, events, mails, sessions
from accounts.models import Event, Player
from accounts.moments import moment

ADDRESS_LENGTH = Player._meta.get_field("email").max_length or 0


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in by e-mail."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": gettext_lazy("The e-mail address or the password is wrong."),
        "incorrect_password": gettext_lazy("The password is wrong."),
        "too_many_login_attempts": gettext_lazy(
            "There were too many wrong tries. This sign-in is locked until a new password is "
            "chosen through “Forgotten password”."
        ),
        "rate_limited": gettext_lazy("Too many requests. Please wait a minute and try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Everybody of age may sign up."""
        return True

    def clean_email(self, email: str) -> str:
        """An address as long as we can keep, of a new player or a changed one."""
        if len(email) > ADDRESS_LENGTH:
            raise ValidationError(_("This e-mail address is too long."))
        return str(super().clean_email(email))

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """The new player with what the sign-up form asked beside address and password."""
        assert isinstance(user, Player)
        user.birth_date = form.cleaned_data["birth_date"]
        user.display_name = form.cleaned_data["display_name"]
        user.password_changed_at = timezone.now()
        return super().save_user(request, user, form, commit)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a locked sign-in, whichever password is given; and too many tries of a machine."""
        super().pre_authenticate(request, **credentials)
        if door.is_locked(credentials.get("email", "")):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the wrong try; tell the player by mail when it locked the sign-in."""
        email = credentials.get("email", "")
        if door.failed(email, address=self.get_client_ip(request)):
            self.tell_of_lock(request, email)

    def tell_of_lock(self, request: HttpRequest, email: str) -> None:
        """A mail about the lock, if the address is a player's."""
        if player := Player.objects.filter(email=email.strip().lower()).first():
            address = get_reset_password_url(request)
            self.send_notification_mail(
                "account/email/sign_in_locked", player, {"password_reset_url": address}
            )

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **hooks: Any
    ) -> HttpResponse:
        """Say when and from where the sign-in before this one was, and record this one."""
        assert isinstance(user, Player)
        sign_ins = Event.objects.filter(object=f"player:{user.pk}", action="signed in")
        last, address = sign_ins.last(), self.get_client_ip(request)
        device = sessions.device(request.headers.get("user-agent", ""))
        if last and not sign_ins.filter(after={"device": device}, address=address).exists():
            self._tell_of_sign_in(user, device, address)
        of = f"player:{user.pk}"
        events.record("signed in", of, actor=user, after={"device": device}, address=address)
        door.forgive(user.email)
        response: HttpResponse = super().post_login(request, user, **hooks)
        messages.info(request, last_sign_in(last))
        return response

    def _tell_of_sign_in(self, player: Player, device: str, address: str) -> None:
        """A mail about a sign-in from a device or an address that was not there before."""
        context = {"device": device, "address": address, "at": timezone.now(), "player": player}
        self.send_mail("account/email/new_sign_in", player.email, context)

    def logout(self, request: HttpRequest) -> None:
        """Record it, and end the session on the server."""
        user = request.user
        if user.is_authenticated:
            address = self.get_client_ip(request)
            events.record("signed out", f"player:{user.pk}", actor=user, address=address)
        super().logout(request)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Note when the password was changed."""
        assert isinstance(user, Player)
        user.password_changed_at = timezone.now()
        super().set_password(user, password)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Why there is no new account: the address has one, or its owner is excluded."""
        if Player.objects.filter(email=email.strip().lower()).exists():
            super().send_account_already_exists_mail(email)
        else:
            events.record("sign-up refused", "sign-up", reason="excluded")
            self.send_mail("account/email/excluded", email, {})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail down; the worker sends it."""
        message = self.render_mail(template_prefix, email, {"email": email} | context)
        player = Player.objects.filter(email=email.lower()).first()
        mails.post(to=email, subject=message.subject, text=str(message.body), player=player)


def last_sign_in(last: Event | None) -> str:
    """The sentence about the last sign-in."""
    if last is None:
        return _("Welcome. This is your first sign-in.")
    when = moment(last.at)
    if not last.address:
        return _("Your last sign-in was on %(when)s.") % {"when": when}
    return _("Your last sign-in was on %(when)s, from the address %(address)s.") % {
        "when": when,
        "address": last.address,
    }
