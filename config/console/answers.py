"""What our own pages of the console begin and end with: a right, and the console's head."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Player


def actor(request: HttpRequest, right: str = "") -> Player:
    """Who asks; PermissionDenied without the right. The console's door lets in nobody else."""
    if right and not request.user.has_perm(right):
        raise PermissionDenied
    assert isinstance(request.user, Player)
    return request.user


def page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of the console, with its head."""
    whole = admin.site.each_context(request) | context
    return render(request, template, whole, status=status)
