"""Players, sign-in, preferences, the event log, the jurisdiction profile and live signals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Listen to what django-allauth tells."""
        from accounts import witness  # noqa: F401
