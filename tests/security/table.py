"""Every address of the site, and what each kind of person is answered there.

A new address needs a line here, or test_urls.py fails: its route as the URL configuration spells
it, a path to ask for with the names of tests/security/world.py, and an answer of answers.py.
The addresses of the console stand in console_table.py.
"""

from __future__ import annotations

from tests.security.answers import (
    CASHIER,
    DEED,
    ENTRANCE,
    LIMITED,
    LIMITED_DEED,
    NOBODY,
    OWN,
    OWN_CASHIER,
    OWN_DEED,
    PLAY_DEED,
    PUBLIC,
    SIGNED_IN,
    Row,
    answers,
)
from tests.security.console_table import CONSOLE
from tests.security.world import HALF

PUBLIC_PAGES = [
    Row("", "/", PUBLIC),
    Row("games/", "/games/", PUBLIC),
    Row("games/<slug:slug>/", "/games/{slug}/", PUBLIC),
    Row("games/<slug:slug>/", "/games/nothing/", NOBODY),
    Row("fairness/", "/fairness/", PUBLIC),
    Row("daily/", "/daily/", PUBLIC),
    Row("daily/commitments.json", "/daily/commitments.json", PUBLIC),
    Row("daily/<day:day>/", "/daily/{tomorrow}/", PUBLIC),
    Row("daily/<day:day>/<slug:slug>/", "/daily/{tomorrow}/{slug}/", PUBLIC),
    # The proof would name the seed of a deck that is still to be played.
    Row("daily/<day:day>/<slug:slug>/proof.json", "/daily/{tomorrow}/{slug}/proof.json", NOBODY),
    Row("boards/", "/boards/", PUBLIC),
    Row("boards/<slug:slug>/", "/boards/{slug}/", PUBLIC),
    Row("boards/<slug:slug>/<mode:mode>/", "/boards/{slug}/usual/", PUBLIC),
    Row("boards/<slug:slug>/<mode:mode>/<period:period>/", "/boards/{slug}/usual/day/", PUBLIC),
    Row("boards/entries/<int:result_id>/", "/boards/entries/{result}/", PUBLIC),
    Row("boards/entries/<int:result_id>/", "/boards/entries/999999/", NOBODY),
    Row("boards/entries/<int:result_id>/steps/", "/boards/entries/{result}/steps/", PUBLIC),
    # Whoever has the link of a shared round.
    Row("shared/<str:token>/", "/shared/{token}/", PUBLIC),
    Row("shared/<str:token>/", "/shared/nothing/", NOBODY),
    Row("shared/<str:token>/steps/", "/shared/{token}/steps/", PUBLIC),
    Row("shared/<str:token>/proof.json", "/shared/{token}/proof.json", PUBLIC),
    Row("terms/", "/terms/", PUBLIC),
    Row("terms/<slug:version>/", "/terms/nothing/", NOBODY),
    Row("privacy/", "/privacy/", PUBLIC),
    Row("privacy/<slug:version>/", "/privacy/nothing/", NOBODY),
    # The mails of the demo are in no other mode's pages.
    Row("outbox/", "/outbox/", NOBODY),
    Row("outbox/<int:pk>/", "/outbox/1/", NOBODY),
    Row("outbox/<int:pk>/html/", "/outbox/1/html/", NOBODY),
]

PLAY = [
    Row(
        "play/<slug:slug>/<currency:currency>/",
        "/play/{slug}/fun/",
        answers("sign in", "page", "page", "refused"),
    ),
    Row("play/<slug:slug>/<currency:currency>/deal/", "/play/{slug}/fun/deal/",
        answers("sign in", "onward", "onward", "refused"), "POST"),
    Row("play/<slug:slug>/daily/", "/play/{slug}/daily/", answers(*["onward"] * 4)),
    Row("play/<slug:slug>/<currency:currency>/", "/play/{slug}/{tomorrow}/",
        answers("sign in", "none", "none", "refused")),
    Row("play/<slug:slug>/<currency:currency>/deal/", "/play/{slug}/{tomorrow}/deal/",
        answers("sign in", "none", "none", "refused"), "POST"),
    Row("rounds/", "/rounds/", SIGNED_IN),
    Row(
        "rounds/<int:round_id>/moves/",
        "/rounds/{open}/moves/",
        PLAY_DEED,
        "POST",
        {"at": "{at}", "move": "{move}"},
    ),
    Row("rounds/<int:round_id>/undo/", "/rounds/{open}/undo/", PLAY_DEED, "POST", {"at": "{at}"}),
    Row(
        "rounds/<int:round_id>/end/",
        "/rounds/{open}/end/",
        PLAY_DEED,
        "POST",
        {"at": "{at}", "way": "collect", "sure": "on"},
    ),
    Row(
        "rounds/<int:round_id>/restart/",
        "/rounds/{open}/restart/",
        PLAY_DEED,
        "POST",
        {"at": "{at}", "sure": "on"},
    ),
    Row("rounds/<int:round_id>/finish/", "/rounds/{open}/finish/", PLAY_DEED, "POST",
        {"at": "{at}"}),
    Row("rounds/<int:round_id>/hint/", "/rounds/{open}/hint/", PLAY_DEED, "POST"),
    Row("rounds/<int:round_id>/table/", "/rounds/{open}/table/", PLAY_DEED),
    Row("rounds/<int:round_id>/replay/", "/rounds/{settled}/replay/", OWN),
    Row("rounds/<int:round_id>/replay/steps/", "/rounds/{settled}/replay/steps/", OWN),
    Row("rounds/<int:round_id>/winnable/", "/rounds/{settled}/winnable/", OWN),
    Row("rounds/<int:round_id>/winnable/", "/rounds/{open}/winnable/", OWN),
    Row("rounds/<int:round_id>/winnable/", "/rounds/{settled}/winnable/", OWN_DEED, "POST"),
    # Nobody steps through a line before there is one.
    Row("rounds/<int:round_id>/winnable/steps/", "/rounds/{settled}/winnable/steps/",
        answers("sign in", "none", "none", "none")),
    Row("rounds/<int:round_id>/winnable/steps/", "/rounds/{open}/winnable/steps/",
        answers("sign in", "none", "none", "none")),
    Row("rounds/<int:round_id>/proof/", "/rounds/{settled}/proof/", OWN),
    Row("rounds/<int:round_id>/proof.json", "/rounds/{settled}/proof.json", OWN),
    # The proof of a round in play would name its seed.
    Row("rounds/<int:round_id>/proof.json", "/rounds/{open}/proof.json",
        answers("sign in", "none", "none", "none")),
    Row("rounds/<int:round_id>/share/", "/rounds/{settled}/share/", OWN_DEED, "POST"),
    Row("rounds/<int:round_id>/share/withdraw/", "/rounds/{settled}/share/withdraw/",
        OWN_DEED, "POST"),
    Row("shared/", "/shared/", SIGNED_IN),
    Row("statistics/", "/statistics/", SIGNED_IN),
    Row("statistics/<slug:slug>/", "/statistics/{slug}/", SIGNED_IN),
    Row("statistics/<slug:slug>/<mode:mode>/", "/statistics/{slug}/usual/", SIGNED_IN),
    Row("fairness/commitments/", "/fairness/commitments/", SIGNED_IN),
    Row(
        "preferences/",
        "/preferences/",
        DEED,
        "POST",
        {"name": "sound", "value": "off"},
    ),
]  # fmt: skip

WALLET_AND_SUPPORT = [
    Row("wallet/", "/wallet/", SIGNED_IN),
    Row("wallet/money/", "/wallet/money/", SIGNED_IN),
    Row("wallet/fun/", "/wallet/fun/", SIGNED_IN),
    Row("wallet/money.csv", "/wallet/money.csv", SIGNED_IN),
    Row("wallet/fun.csv", "/wallet/fun.csv", SIGNED_IN),
    Row("wallet/of/<str:cause>/", "/wallet/of/{cause}/", OWN),
    Row("wallet/refill/", "/wallet/refill/", DEED, "POST"),
    Row("cashier/", "/cashier/", CASHIER),
    Row("cashier/deposit/", "/cashier/deposit/", CASHIER),
    Row(
        "cashier/deposit/",
        "/cashier/deposit/",
        answers("sign in", "onward", "onward", "refused"),
        "POST",
        {"amount": "5", "variant": "sandbox-account", "form_key": "{key}"},
    ),
    Row("cashier/deposits/", "/cashier/deposits/", CASHIER),
    Row("cashier/deposits/<int:pk>/", "/cashier/deposits/{deposit}/", OWN_CASHIER),
    Row("cashier/deposits/<int:pk>/news/", "/cashier/deposits/{deposit}/news/", OWN_CASHIER),
    Row("cashier/deposits/<int:pk>/pay/", "/cashier/deposits/{deposit}/pay/", PLAY_DEED),
    Row(
        "cashier/deposits/<int:pk>/cancel/",
        "/cashier/deposits/{deposit}/cancel/",
        PLAY_DEED,
        "POST",
    ),
    Row("cashier/methods/", "/cashier/methods/", CASHIER),
    Row(
        "cashier/methods/<int:pk>/remove/",
        "/cashier/methods/{paymentmethod}/remove/",
        PLAY_DEED,
        "POST",
    ),
    Row("cashier/sandbox/<uuid:token>/", "/cashier/sandbox/{payment}/", OWN_CASHIER),
    # For providers: whoever asks, what is not signed by one is refused.
    Row(
        "payments/process/<uuid:token>/",
        "/payments/process/{payment}/",
        answers(*["wrong method"] * 4),
    ),
    Row(
        "payments/process/<uuid:token>/",
        "/payments/process/{payment}/",
        answers(*["refused"] * 4),
        "POST",
        {"kind": "captured"},
    ),
    # The form of a cash-out asks for the password anew.
    Row("cashier/cash-out/", "/cashier/cash-out/", DEED),
    Row("cashier/cash-outs/", "/cashier/cash-outs/", answers("sign in", "page", "page", "refused")),
    Row("cashier/cash-outs/<int:pk>/", "/cashier/cash-outs/{cashout}/", OWN),
    Row(
        "cashier/cash-outs/<int:pk>/take-back/",
        "/cashier/cash-outs/{cashout}/take-back/",
        OWN_DEED,
        "POST",
    ),
    Row("support/", "/support/", PUBLIC),
    # Members of staff answer chats in the console.
    Row("support/chat/", "/support/chat/", answers("page", "page", "page", "refused")),
    Row("support/chat/lines/", "/support/chat/lines/", CASHIER),
    Row("support/chat/badge/", "/support/chat/badge/", CASHIER),
    Row("support/chat/say/", "/support/chat/say/", LIMITED_DEED, "POST",
        {"text": "Hello", "key": "{key}"}),
    Row("support/chat/person/", "/support/chat/person/", LIMITED_DEED, "POST",
        {"key": "{key}", "wants": "chat"}),
    Row("support/chat/read/", "/support/chat/read/",
        answers("sign in", "done", "none", "refused"), "POST", {"chat": "{chat}", "upto": "1"}),
    Row("support/chat/typing/", "/support/chat/typing/",
        answers("sign in", "done", "done", "refused"), "POST"),
    Row("support/chats/", "/support/chats/", CASHIER),
    Row("support/chats/<int:pk>/", "/support/chats/{chat}/", OWN_CASHIER),
    Row("support/chats/<int:pk>/chat.txt", "/support/chats/{chat}/chat.txt", OWN_CASHIER),
    Row("support/chats/<int:pk>/mail/", "/support/chats/{chat}/mail/", PLAY_DEED, "POST"),
    Row("support/chats/<int:pk>/end/", "/support/chats/{chat}/end/", PLAY_DEED, "POST"),
    # It has not ended, so that its player is told why it cannot be rated.
    Row("support/chats/<int:pk>/rate/", "/support/chats/{chat}/rate/",
        answers("sign in", "422", "none", "refused"), "POST", {"stars": "5"}),
    Row("support/chats/files/<int:pk>/", "/support/chats/files/{chatfile}/", OWN_CASHIER),
    Row("support/complaints/", "/support/complaints/",
        answers("page", "page", "page", "refused")),
    Row("support/complaints/<int:pk>/escalate/", "/support/complaints/{complaint}/escalate/",
        PLAY_DEED, "POST"),
    Row("support/complaints/by-mail/<str:ticket>/", "/support/complaints/by-mail/{ticket}/",
        PUBLIC),
    Row("fairness/seals/", "/fairness/seals/", PUBLIC),
    Row("fairness/seals.csv", "/fairness/seals.csv", PUBLIC),
    # Nothing was heard of a worker in these tests; from this machine figures may be read.
    Row("favicon.ico", "/favicon.ico", answers(*["onward"] * 4)),
    Row("app.webmanifest", "/app.webmanifest", PUBLIC),
    Row("worker.js", "/worker.js", PUBLIC),
    Row("offline/", "/offline/", PUBLIC),
    Row("health/", "/health/", answers(*["503"] * 4)),
    Row("metrics/", "/metrics/", PUBLIC),
    Row("balance/<str:currency>/", "/balance/FUN/", answers("sign in", "page", "page", "none")),
    # The streams are served by a process of their own (tests/house/test_live.py).
    Row("live/", "/live/", answers(*["done"] * 4)),
]  # fmt: skip

SETTINGS = [
    Row("settings/", "/settings/", SIGNED_IN),
    Row("settings/table/", "/settings/table/", SIGNED_IN),
    Row("settings/security/", "/settings/security/", SIGNED_IN),
    Row(
        "settings/security/sessions/<int:pk>/end/",
        "/settings/security/sessions/{session}/end/",
        OWN_DEED,
        "POST",
    ),
    Row("settings/security/sessions/end/", "/settings/security/sessions/end/", DEED, "POST"),
    Row("settings/documents/", "/settings/documents/", SIGNED_IN),
    Row("settings/identity/", "/settings/identity/", SIGNED_IN),
    # The password is asked for first.
    Row("settings/identity/submit/", "/settings/identity/submit/", DEED),
    Row("settings/own-data.json", "/settings/own-data.json", SIGNED_IN),
]

SAFER = [
    Row("help/safer-play/", "/help/safer-play/", PUBLIC),
    *(
        Row(f"settings/{name}", f"/settings/{name}", LIMITED)
        for name in (
            *("limits/", "limits/choice/", "limits/time-out/", "limits/exclusion/"),
            *("limits/reality/", "close/"),
        )
    ),
    Row("settings/limits/reality/", "/settings/limits/reality/", LIMITED_DEED, "POST"),
    Row("settings/limits/reality/interval/", "/settings/limits/reality/interval/", LIMITED_DEED,
        "POST", {"minutes": "15"}),
    Row("settings/limits/come-back/", "/settings/limits/come-back/", LIMITED_DEED, "POST"),
    *(
        Row(f"settings/limits/<int:pk>/{deed}/", f"/settings/limits/{{increase}}/{deed}/",
            answers("sign in", "onward", "none", "refused"), "POST")
        for deed in ("confirm", "cancel")
    ),
]  # fmt: skip

# Django-allauth's. What asks for fresh proofs first, or is not for this person, leads onward.
ACCOUNTS = [
    Row("accounts/login/", "/accounts/login/", ENTRANCE),
    Row("accounts/signup/", "/accounts/signup/", ENTRANCE),
    Row("accounts/logout/", "/accounts/logout/", answers("onward", "page", "page", "page")),
    Row("accounts/logout/", "/accounts/logout/", answers(*["onward"] * 4), "POST"),
    *(
        Row(f"accounts/{name}/", f"/accounts/{name}/", PUBLIC)
        for name in (
            *("inactive", "confirm-email", "password/reset", "password/reset/done"),
            "password/reset/key/done",
        )
    ),
    Row(r"accounts/^confirm-email/(?P<key>[-:\w]+)/$", "/accounts/confirm-email/x/", PUBLIC),
    Row(
        r"accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        "/accounts/password/reset/key/1-x/",
        PUBLIC,
    ),
    *(
        Row(f"accounts/{name}/", f"/accounts/{name}/", SIGNED_IN)
        for name in ("reauthenticate", "password/change", "2fa", "2fa/webauthn", "sessions")
    ),
    *(
        Row(f"accounts/{name}/", f"/accounts/{name}/", DEED)
        for name in (
            *("email", "password/set", "login/code/confirm"),
            *("2fa/authenticate", "2fa/reauthenticate", "2fa/totp/activate"),
            *("2fa/totp/deactivate", "2fa/recovery-codes", "2fa/recovery-codes/generate"),
            *("2fa/recovery-codes/download", "2fa/webauthn/add", "2fa/webauthn/reauthenticate"),
            "2fa/webauthn/login",
        )
    ),
    *(
        Row(f"accounts/2fa/{keys}/<int:pk>/{what}/", f"/accounts/2fa/{keys}/1/{what}/", DEED)
        for keys, what in (("webauthn/keys", "edit"), ("webauthn/keys", "remove"))
    ),
    # Codes by mail instead of a password are switched off.
    *(
        Row(f"accounts/{name}/", f"/accounts/{name}/", answers("sign in", *["refused"] * 3))
        for name in ("reauthenticate/code", "reauthenticate/code/confirm")
    ),
]  # fmt: skip


TABLE = [*PUBLIC_PAGES, *PLAY, *WALLET_AND_SUPPORT, *SETTINGS, *SAFER, *ACCOUNTS, *CONSOLE]

__all__ = ["HALF", "TABLE", "Row"]
