"""Numbers of payment cards are masked before anything is stored, however they are written."""

from __future__ import annotations

import time
import uuid
from random import Random

import pytest

from support import agents, chats, complaints
from support.models import Complaint, Conversation, Line
from support.texts import checked, masked
from tests import factories
from tests.console.staff import member
from tests.console.talks import taken

CARD = "4111111111111111"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (CARD, "•••• 1111"),
        ("4111 1111 1111 1111", "•••• 1111"),
        ("4111-1111-1111-1111.", "•••• 1111."),
        ("4111 - 1111 - 1111 - 1111", "•••• 1111"),
        ("4111\n1111\n1111\n1111", "•••• 1111"),
        ("4111\u00a01111\u20131111\u200b1111", "•••• 1111"),
        ("4111    1111\n\n\n\n1111\u22121111", "•••• 1111"),
        ("4111\u200e1111\u180e1111\u28001111", "•••• 1111"),
        ("\ufe0f\u20e3".join(CARD), "•••• 1111"),
        ("4111/1111_1111, 1111", "•••• 1111"),
        ("3782 | 822463 | 10005", "•••• 0005"),
        ("Card 3782 822463 10005, valid 12/29", "Card •••• 0005, valid 12/29"),
        ("4111 1111 1111 1111 12 29 123", "•••• 1111 12 29 123"),
        ("12 4111 1111 1111 1111", "12 •••• 1111"),
        (f"{CARD} and 5500 0000 0000 0004", "•••• 1111 and •••• 0004"),
        ("4222222222222 6304000000000000000", "•••• 2222 •••• 0000"),
        ("٤١١١ ١١١١ ١١١١ ١١١١", "•••• ١١١١"),
        ("x4111111111111111y", "x•••• 1111y"),
    ],
)
def test_a_card_is_masked_but_for_its_last_four_digits(written: str, kept: str) -> None:
    assert masked(written) == kept


@pytest.mark.parametrize(
    "text",
    [
        "4111111111111112",  # the check digit is wrong
        "411111111111",  # 12 digits
        "41111111111111111111",  # 20 digits
        "game 123456, transfer 987654, 26/12/2026 18:30",
        "paid 1,000.00, 2,500.50, 1,200.00 at 18:30, 19:40, 20:10",
        "+49 30 1234567, 0049 170 7654321",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert masked(text) == text


def test_every_card_of_13_to_19_digits_is_found_in_any_grouping() -> None:
    dice = Random(5)
    for _ in range(300):
        digits = [dice.randrange(10) for _ in range(dice.randrange(12, 19))]
        doubled = sum(sum(divmod(2 * digit, 10)) for digit in digits[::-2])
        digits.append(-(doubled + sum(digits[-2::-2])) % 10)
        text = "".join(f"{digit}{dice.choice(['', '', '', ' ', '-'])}" for digit in digits)
        assert len([sign for sign in masked(f"No. {text.strip(' -')}!") if sign.isdigit()]) == 4


def test_two_thousand_digits_apart_are_read_in_a_moment() -> None:
    began = time.process_time()
    checked("1 " * 999 + "1", most=2000)
    assert time.process_time() - began < 1


@pytest.mark.django_db
def test_nothing_that_is_written_in_support_holds_a_card() -> None:
    player, agent = factories.player(money=0, chips=False, known=False), member("support")
    chats.say(player=player, text=f"It is {CARD}", key=uuid.uuid4(), page=f"/?card={CARD}")
    chats.hand_off(player=player, key=uuid.uuid4(), summary=CARD, tried=[CARD], page=f"/{CARD}")
    chat = taken(player, agent)
    what = {"agent": agent, "conversation_id": chat.pk}
    agents.reply(**what, text=CARD, key=uuid.uuid4())
    agents.note(**what, text=CARD, key=uuid.uuid4())
    agents.resolve(**what)
    chats.rate(player=player, conversation_id=chat.pk, stars=3, note=CARD)
    made = complaints.make(player=player, text=CARD, key=uuid.uuid4())
    complaints.escalate(actor=agent, complaint_id=made.pk, why=CARD)
    rows = [*Conversation.objects.values(), *Line.objects.values(), *Complaint.objects.values()]
    assert "•••• 1111" in str(rows)
    assert CARD not in str(rows)
