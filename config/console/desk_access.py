"""Who may open which chat at the desk: what is not for an agent is not found."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from accounts.models import Player
from config.console import answers
from support.models import Conversation

WORK, LEAD, NUMBERS = (
    "support.change_conversation",
    "support.change_presence",
    "support.view_presence",
)
State = Conversation.State
# An agent has the player before him, or is to come back to him.
HELD = (State.OPEN, State.PENDING, State.SNOOZED)
# Anybody may take them.
FREE = (State.WAITING, State.CASE)


def worker(request: HttpRequest) -> Player:
    """Who works at the desk; PermissionDenied for others."""
    return answers.actor(request, WORK)


def leads(actor: Player) -> bool:
    """Whether somebody leads the desk: sees every chat and may take each over."""
    return actor.has_perm(LEAD)


def openable(actor: Player) -> QuerySet[Conversation]:
    """The chats that somebody may open.

    Whoever leads the desk, all. An agent: the own ones, those that wait for anybody, those in whose
    notes he is named, and what the players that he talks with wrote before.
    """
    chats = Conversation.objects.select_related("player", "agent")
    if leads(actor):
        return chats
    mine = Conversation.objects.filter(agent=actor, state__in=HELD)
    return chats.filter(
        Q(agent=actor)
        | Q(offered_to=actor)
        | Q(state__in=FREE, raised=False)
        | Q(pk__in=actor.mentions.values("line__conversation"))
        | Q(player__in=mine.values("player"))
    )


def opened(actor: Player, pk: int) -> Conversation:
    """The chat, for those who may open it; Http404."""
    # The own ones come first: each line of a talk asks for its chat.
    mine = Conversation.objects.select_related("player", "agent").filter(agent=actor)
    if chat := mine.filter(pk=pk).first() or openable(actor).filter(pk=pk).first():
        return chat
    raise Http404(_("There is no such chat."))
