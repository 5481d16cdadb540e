"""How django-allauth meets our players."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in by e-mail."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by the operator until sign-up with age and terms is in place."""
        return False
