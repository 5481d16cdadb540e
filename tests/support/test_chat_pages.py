"""Pages and fragments of the chat and of complaints, as a player without any script has them."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from accounts.models import Mail, Player
from support import agents, chats, complaints, helper, presence
from support.models import Complaint, Conversation, Line
from tests import factories
from tests.accounts.identities import PICTURE
from tests.console.staff import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return factories.player()


@pytest.fixture
def client(player: Player) -> Client:
    return factories.client(player)


def say(client: Client, text: str, **more: object) -> HttpResponse:
    """What the page without script sends; then it is looked at again."""
    filled = {"text": text, "key": str(uuid.uuid4())} | more
    return client.post("/support/chat/say/", filled, follow=True)


def shown(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def with_agent(client: Client, player: Player) -> tuple[Player, Conversation]:
    """An agent who has taken the player's chat."""
    agent = member("support")
    presence.beat(agent=agent, ready=True)
    say(client, "Hello")
    client.post("/support/chat/person/", {"key": str(uuid.uuid4()), "wants": "chat"})
    chat = chats.current(player)
    assert chat is not None
    agents.take(agent=agent, conversation_id=chat.pk)
    return agent, chat


def reply(agent: Player, chat: Conversation, text: str) -> Line:
    return agents.reply(agent=agent, conversation_id=chat.pk, text=text, key=uuid.uuid4())


def test_every_page_has_the_chat_for_players_a_link_for_visitors_and_none_for_staff() -> None:
    for path in ("/", "/play/three-card-solitaire/fun/"):
        page = shown(factories.client(factories.player()).get(path))
        assert 'href="/support/chat/"' in page
        assert 'data-chat="' in page
    page = shown(Client().get("/"))
    assert 'href="/support/chat/"' in page
    assert "data-chat" not in page
    assert "data-chat" not in shown(factories.client(factories.staff()).get("/"))
    assert "Sign in and chat" in shown(Client().get("/support/chat/"))


def test_a_line_is_answered_at_once_by_a_helper_that_says_what_it_is(client: Client) -> None:
    page = shown(say(client, "Where is my cash-out?"))
    assert "I am an automatic helper, not a person. You have not asked for a cash-out yet." in page
    assert '<a class="chat-page" href="/cashier/cash-out/">Ask for a cash-out</a>' in page
    assert "Talk to a person" in page


def test_a_line_that_comes_again_is_one_line_with_one_answer(client: Client) -> None:
    key = str(uuid.uuid4())
    for _ in range(3):
        say(client, "What are my limits?", key=key)
    assert list(Line.objects.values_list("by", flat=True)) == ["player", "helper"]
    assert "sent before with another text" in shown(say(client, "Something else", key=key))


def test_what_is_written_is_shown_as_text_and_only_web_addresses_are_links(
    client: Client, player: Player
) -> None:
    agent, chat = with_agent(client, player)
    say(client, "<script>alert(1)</script> javascript:alert(2) Cashier: /cashier/")
    reply(agent, chat, 'See https://example.com/a?b=1&c=2. <img src=x onerror="x"> Limits: /x/')
    page = shown(client.get("/support/chat/"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; javascript:alert(2) Cashier: /cashier/" in page
    assert "&lt;img src=x onerror=&quot;x&quot;&gt; Limits: /x/" in page
    address = "https://example.com/a?b=1&amp;c=2"
    link = f'<a href="{address}" target="_blank" rel="noopener noreferrer nofollow">{address}</a>.'
    assert link in page


@pytest.mark.parametrize(
    ("text", "sentence"), [("x" * 10_000, "10,000 characters"), ("  ", "nothing written")]
)
def test_a_line_that_is_not_taken_keeps_its_text_beside_a_sentence(
    client: Client, text: str, sentence: str
) -> None:
    answer = say(client, text)
    assert answer.status_code == 422
    assert sentence in shown(answer)
    assert f">{text}</textarea>" in answer.content.decode()
    assert Line.objects.count() == 0


def test_files_are_taken_by_type_and_sent_to_their_two_sides_only(client: Client) -> None:
    fault = SimpleUploadedFile("run.png", b"MZ nothing")
    assert "is no JPEG, PNG or PDF file" in shown(say(client, "", files=[fault]))
    named = ("my table.png", "4111111111111111.png")
    say(client, "Look", files=[SimpleUploadedFile(name, PICTURE) for name in named])
    path, card = re.findall(r"/support/chats/files/\d+/", shown(client.get("/support/chat/")))
    answer = client.get(path)
    assert (answer.content, answer["Content-Type"]) == (PICTURE, "image/png")
    assert answer["Content-Disposition"] == 'attachment; filename="my-table.png"'
    masked = client.get(card)["Content-Disposition"]
    assert masked == "attachment; filename*=utf-8''%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2%201111.png"
    assert factories.client(factories.player()).get(path).status_code == 404


def test_the_window_gets_the_lines_after_the_last_one_that_it_has_and_no_notes(
    client: Client, player: Player
) -> None:
    agent, chat = with_agent(client, player)
    agents.note(agent=agent, conversation_id=chat.pk, text="A rude one", key=uuid.uuid4())
    last = Conversation.objects.get().last
    line = reply(agent, chat, "Good day")
    headers = {"HX-Request": "true"}
    answer = client.get(f"/support/chat/lines/?chat={chat.pk}&after={last}", headers=headers)
    assert re.findall(r'data-number="(\d+)"', answer.content.decode()) == [str(line.number)]
    other = client.get(f"/support/chat/lines/?chat={chat.pk + 1}&after={last}", headers=headers)
    assert "Hello" in shown(other)
    assert "rude" not in shown(other)
    assert shown(client.get("/support/chat/badge/")).startswith("2<")
    client.post("/support/chat/read/", {"chat": chat.pk, "upto": line.number})
    assert shown(client.get("/support/chat/badge/")).strip() == ""
    agents.read(agent=agent, conversation_id=chat.pk, upto=line.number)
    assert 'class="chat-mark">Read' in shown(client.get("/support/chat/"))


def test_a_hand_off_says_what_it_is_about_what_was_tried_and_where_the_player_was(
    client: Client, player: Player
) -> None:
    presence.beat(agent=member("support"), ready=True)
    at = factories.dealt(player)
    say(client, "Where is my cash-out?")
    say(client, "It was promised for Friday", page="/play/x/", round=at.round.pk)
    page = shown(client.get("/support/chat/"))
    assert 'value="It was promised for Friday"' in page
    wish = {"key": str(uuid.uuid4()), "summary": "Friday's money", "wants": "chat"}
    answer = client.post("/support/chat/person/", wish | {"page": "/play/x/"}, follow=True)
    chat = Conversation.objects.get()
    assert (chat.summary, chat.tried) == ("Friday's money", ["The last cash-out"])
    assert (chat.page, chat.round_id, chat.state) == ("/play/x/", at.round.pk, "waiting")
    assert "You are number 1 in line." in shown(answer)
    assert "Expected wait: about 1 minute." in shown(answer)
    say(client, "Hello?")
    assert Line.objects.filter(by="helper").count() == 2


def test_with_nobody_there_a_hand_off_is_a_case_with_a_number(client: Client) -> None:
    say(client, "I want a human")
    wish = {"key": str(uuid.uuid4()), "wants": "chat"}
    page = shown(client.post("/support/chat/person/", wish, follow=True))
    number = Conversation.objects.get().pk
    assert f"Case number {number}." in page
    assert Mail.objects.filter(subject__contains=f"case {number}").exists()


def test_after_the_end_a_chat_is_rated_once_downloaded_and_mailed(
    client: Client, player: Player
) -> None:
    agent, chat = with_agent(client, player)
    reply(agent, chat, "All is well")
    client.post(f"/support/chats/{chat.pk}/end/")
    assert "How was it?" in shown(client.get("/support/chat/"))
    rated = client.post(f"/support/chats/{chat.pk}/rate/", {"stars": "4", "note": "Kind"})
    assert rated.status_code == 302
    again = client.post(f"/support/chats/{chat.pk}/rate/", {"stars": "1"})
    assert "You have rated this chat already." in shown(again)
    assert Conversation.objects.get().rating == 4
    text = client.get(f"/support/chats/{chat.pk}/chat.txt")
    assert text["Content-Disposition"] == f'attachment; filename="chat-{chat.pk}.txt"'
    assert "All is well" in text.content.decode()
    Mail.objects.all().delete()
    client.post(f"/support/chats/{chat.pk}/mail/")
    assert "All is well" in Mail.objects.get(player=player).text
    assert f"/support/chats/{chat.pk}/" in shown(client.get("/support/chats/"))


def test_a_complaint_gets_its_number_is_listed_with_its_state_and_goes_to_a_supervisor(
    client: Client, player: Player
) -> None:
    filled = {"text": "<b>It took a week</b>", "form_key": str(uuid.uuid4())}
    page = shown(client.post("/support/complaints/", filled, follow=True))
    made = Complaint.objects.get()
    assert f"Its number is {made.pk};" in page
    assert "&lt;b&gt;It took a week&lt;/b&gt;" in page
    assert "Being looked into" in page
    client.post("/support/complaints/", filled)
    assert Complaint.objects.count() == 1
    complaints.answer(
        actor=member("support"), complaint_id=made.pk, upheld=False, text="It took 3 days."
    )
    assert "It took 3 days." in shown(client.get("/support/complaints/"))
    page = shown(client.post(f"/support/complaints/{made.pk}/escalate/", follow=True))
    assert "With a supervisor" in page


def test_who_cannot_sign_in_complains_by_mail_address() -> None:
    filled = {"text": "I am locked out", "form_key": str(uuid.uuid4())}
    assert "This field is required" in shown(Client().post("/support/complaints/", filled))
    filled["email"] = "kim@example.com"
    page = shown(Client().post("/support/complaints/", filled, follow=True))
    assert f"Its number is {Complaint.objects.get().pk};" in page
    assert Mail.objects.get().to == "kim@example.com"


def test_what_the_helper_does_not_know_it_says(client: Client) -> None:
    assert helper.unknown() in shown(say(client, "Who won the election?")).replace("&#x27;", "'")
