"""CHAT on every page, and how the text of a line is shown: as text, with safe links."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.template.context import Context
from django.urls import Resolver404, resolve
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import Player
from support import chats
from support.models import Line

register = template.Library()

ADDRESS = re.compile(r"https?://[^\s<>\"'`]+", re.IGNORECASE)
# What stands behind an address in a sentence is seldom part of it.
BEHIND = ".,;:!?)]}…"
PAGE = re.compile(r"(.+): (/\S*)")
LINK = '<a href="{0}" target="_blank" rel="noopener noreferrer nofollow">{0}</a>'


@register.inclusion_tag("support/_sign.html", takes_context=True)
def chat_sign(context: Context, look: str) -> dict[str, Any]:
    """What opens the chat, as a link of the site (`nav`) or a tool of a table (`tool`).

    For players it carries how many lines are unread; members of staff have the desk instead.
    """
    request, user = context.get("request"), context.get("user")
    is_player = isinstance(user, Player) and not user.is_staff
    return {
        "look": look,
        "here": request is not None and request.path.startswith("/support/chat"),
        "of_player": is_player,
        "of_staff": isinstance(user, Player) and user.is_staff,
        "unread_lines": chats.unread(user) if isinstance(user, Player) and is_player else 0,
    }


@register.filter
def shown(line: Line) -> SafeString:
    """The text of a line as HTML; the pages of the house that our helper names are links."""
    if line.by != Line.By.HELPER:
        return _linked(line.text)
    return format_html_join("\n", "{}", ((_row(row),) for row in line.text.split("\n")))


def _row(row: str) -> SafeString:
    found = PAGE.fullmatch(row)
    if found and _is_page(found[2]):
        return format_html('<a class="chat-page" href="{}">{}</a>', found[2], found[1])
    return _linked(row)


def _is_page(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def _linked(text: str) -> SafeString:
    """The text with its http and https addresses as links to nothing but themselves."""
    parts: list[tuple[SafeString]] = []
    end = 0
    for found in ADDRESS.finditer(text):
        address = found[0].rstrip(BEHIND)
        parts.append((format_html("{}", text[end : found.start()]),))
        parts.append((format_html(LINK, address),))
        end = found.start() + len(address)
    parts.append((format_html("{}", text[end:]),))
    return format_html_join("", "{}", parts)
