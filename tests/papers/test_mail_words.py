"""Every mail of the house speaks in one way: subject, greeting, sentences, text and HTML alike."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from accounts import mails
from accounts.models import Player

ROOMS = ("accounts", "wallet", "games", "support", "config")
FOLDERS = ("account/email", "mfa/email")
SUBJECTS = sorted(
    str(path.relative_to(settings.BASE_DIR / "templates"))
    for folder in FOLDERS
    for path in (settings.BASE_DIR / "templates" / folder).glob("*_subject.txt")
)
# Whatever a template may name.
CONTEXT: dict[str, Any] = {
    "player": Player(email="kim@test.example", time_zone="Europe/Berlin"),
    "at": timezone.now(),
    "timestamp": timezone.now(),
    "activate_url": "https://fairdeal.example/accounts/confirm-email/x/",
    "password_reset_url": "https://fairdeal.example/accounts/password/reset/key/x/",
    **{name: f"a {name}" for name in ("ip", "address", "device")},
    **dict.fromkeys(("to_email", "from_email", "deleted_email"), "kim@test.example"),
}
SIGNED = "Your Fairdeal"


def body(subject: str) -> str:
    return str(render_to_string(subject.replace("_subject", "_message"), CONTEXT)).strip()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_mail_of_the_sign_in_is_a_letter_with_a_sentence_for_a_subject(subject: str) -> None:
    said = render_to_string(subject, CONTEXT).strip()
    assert re.fullmatch(r"[A-Z][^\n]{5,60}[^.\s]", said)
    paragraphs = [one.strip() for one in re.split(r"\n\s*\n", body(subject)) if one.strip()]
    assert (paragraphs[0], paragraphs[-1]) == ("Good day,", SIGNED)
    for paragraph in paragraphs[1:-1]:
        assert re.match(r"[A-Z]|https://", paragraph), paragraph
        assert "{" not in paragraph
    addresses = [one for one in paragraphs if one.startswith("https://")]
    assert len(addresses) == body(subject).count("https://"), "an address has its own line"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_html_says_what_the_text_says_and_fetches_nothing(subject: str) -> None:
    text = body(subject)
    page = mails.as_html("A subject", text)
    shown = html.unescape(re.sub(r"<[^>]+>", " ", page.split("</head>")[1]))
    assert [word for word in text.split() if word not in shown] == []
    for remote in ("<img", "<link", "<script", "src=", "url(", "@import", "@font-face"):
        assert remote not in page
    outside = set(re.findall(r'(?:href|action)="([^"]+)"', page))
    assert outside <= {CONTEXT["activate_url"], CONTEXT["password_reset_url"]}


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(css: str) -> dict[str, dict[str, str]]:
    rules = re.findall(r"([.\w]+) \{([^{}]*)\}", css)
    return {name: dict(re.findall(r"([\w-]+): (#[0-9a-f]{6})", inside)) for name, inside in rules}


def test_a_mail_reads_in_light_and_in_dark() -> None:
    page = mails.as_html("A subject", "Text")
    assert '<meta name="color-scheme" content="light dark">' in page
    css = (settings.BASE_DIR / "templates/mails/mail.css").read_text()
    light, _query, dark = css.partition("@media (prefers-color-scheme: dark)")
    assert dark
    for scheme in (light, dark):
        had = colours(scheme)
        sheet = had[".sheet"]["background"]
        inks = (had["body"]["color"], had[".brand"]["color"], had[".small"]["color"])
        assert min(contrast(ink, sheet) for ink in inks) >= 4.5
        assert contrast(had[".button"]["color"], had[".button"]["background"]) >= 4.5


def sources() -> list[Path]:
    return [path for room in ROOMS for path in (settings.BASE_DIR / room).rglob("*.py")]


def test_every_other_subject_is_the_houses_name_and_a_sentence() -> None:
    subjects = [
        (path.name, said)
        for path in sources()
        for said in re.findall(r'_\(\s*"Fairdeal: ([^"]+)"', path.read_text())
    ]
    assert len(subjects) > 8
    # The app's name in the manifest is no subject.
    assert [one for one in subjects if not one[1][0].isupper() and one[0] != "install.py"] == []


def test_nobody_greets_by_hand() -> None:
    greeting = re.compile(r'"(?:Good day,|Hello |Dear |Hi )')
    hands = [path.name for path in sources() if greeting.search(path.read_text())]
    assert hands == ["mails.py"]
