"""What somebody asks about, found by plain words: no guesses, the same answer to the same words.

A topic has phrases. A phrase is words that must all be there, in any order: `|` stands between
words of which one is enough, and a `*` at the end of one for any ending. The topic whose phrase
has the most words wins; among equals the first one of the list.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from accounts.models import Player

# What is written in several ways becomes one word before it is looked at.
SPELLINGS = (
    (r"\bcan ?not\b|\bcan t\b|\bcouldn t\b|\bunable to\b", "cant"),
    (r"\bdon t\b|\bdo not\b|\bdidn t\b|\bdoesn t\b|\bhasn t\b|\bhaven t\b|\bisn t\b", "not"),
    (r"\bcash(ed|ing)? ?outs?\b|\bpay ?outs?\b|\bpaid out\b|\bpay me( out)?\b", "cashout"),
    (r"\bcash ?ins?\b|\bpay(ing)? in\b|\bpaid in\b|\btop ?up\b", "deposit"),
    (r"\b(log(ged|ging)?|sign(ed|ing)?) ?(in|on)\b", "signin"),
    (r"\bsign(ed|ing)? ?up\b", "signup"),
    (r"\be ?mails?\b", "email"),
    (r"\b(two|2) ?(step|factor)s?\b|\b2fa\b", "twostep"),
    (r"\b3 card\b|\bthree card\b", "threecard"),
    (r"\btime ?outs?\b", "timeout"),
    (r"\bleader ?boards?\b", "leaderboard"),
    (r"\bpay ?tables?\b", "paytable"),
)
# A word of so many letters may have one slip.
LONG = 6
LIKE = 0.84


@dataclass(frozen=True)
class Topic:
    """Something that the helper knows: `answer` says it to a player, in plain text."""

    name: str
    title: Any
    phrases: Sequence[str]
    answer: Callable[[Player], str]
    # Comes before all topics that are not, however many words they share.
    first: bool = False


def words(text: str) -> list[str]:
    """The words of a text in one spelling, without accents and signs."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    plain = re.sub(r"[^a-z0-9]+", " ", plain)
    for pattern, one in SPELLINGS:
        plain = re.sub(pattern, one, plain)
    return plain.split()


def find(text: str, topics: Sequence[Topic]) -> Topic | None:
    """The topic that a text asks about; None when no phrase of any is in it."""
    said = _corrected(words(text), _known(tuple(one.phrases for one in topics)))
    best, most = None, (False, 0)
    for topic in topics:
        reached = (topic.first, _matched(said, topic.phrases))
        if reached[1] and reached > most:
            best, most = topic, reached
    return best


def _matched(said: Iterable[str], phrases: Iterable[str]) -> int:
    """How many words the longest phrase has that is in the text."""
    there = set(said)
    return max(
        (
            len(phrase.split())
            for phrase in phrases
            if all(_is_there(term, there) for term in phrase.split())
        ),
        default=0,
    )


def _is_there(term: str, there: set[str]) -> bool:
    for way in term.split("|"):
        if way in there:
            return True
        if way.endswith("*") and any(word.startswith(way[:-1]) for word in there):
            return True
    return False


@cache
def _known(phrases: tuple[Sequence[str], ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Every whole word of the phrases, and every beginning of one."""
    ways = {way for several in phrases for p in several for t in p.split() for way in t.split("|")}
    beginnings = tuple(sorted(way[:-1] for way in ways if way.endswith("*")))
    return frozenset(way.rstrip("*") for way in ways), beginnings


def _corrected(said: list[str], known: tuple[frozenset[str], tuple[str, ...]]) -> list[str]:
    """The words, a long one with a slip as the word that it is like."""
    vocabulary, beginnings = known
    long = sorted(word for word in vocabulary if len(word) >= LONG)
    return [
        word
        if len(word) < LONG or word in vocabulary or word.startswith(beginnings)
        else next(iter(difflib.get_close_matches(word, long, 1, LIKE)), word)
        for word in said
    ]
