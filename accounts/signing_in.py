"""Who somebody is that signs in, and what rights that gives: those of the roles, and no others."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend


class RolesBackend(AuthenticationBackend):
    """django-allauth's way of signing in. A right given to one person alone counts for nothing.

    Each request of the console asks for rights: that they come from one place saves a question.
    """

    def get_user_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """None: whoever is to have a right is given a role (config/console/roles.py)."""
        return set()
