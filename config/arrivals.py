"""What the house gives a player who arrives: the chips to start with, once.

Accounts know nothing of wallets, so this stands here and is named in the settings.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.adapter import AccountAdapter
from accounts.models import Player
from wallet import ledger


class HouseAdapter(AccountAdapter):
    """Sign-in, and the welcome chips at the first one."""

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **hooks: Any
    ) -> HttpResponse:
        """The chips are given once, however often this is asked."""
        assert isinstance(user, Player)
        if not user.is_staff:
            with transaction.atomic():
                ledger.welcome(user)
        return super().post_login(request, user, **hooks)
