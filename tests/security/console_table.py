"""Every address of the console, and what each kind of person is answered there."""

from __future__ import annotations

from collections.abc import Iterator

from tests.security.answers import (
    Row,
    answers,
    inside,
)

WORK = "support.change_conversation"


def listed(model: str, right: str, name: str = "") -> Iterator[Row]:
    """The addresses of a model in the console: read by those with the right, changed here never."""
    one = "{" + (name or model.partition("/")[2]) + "}"
    here, row = f"console/{model}/", f"console/{model}/<path:object_id>/"
    nobody = inside("none has this right")
    yield Row(here, f"/console/{model}/", inside(right))
    yield Row(f"{here}add/", f"/console/{model}/add/", nobody)
    yield Row(f"{here}export/", f"/console/{model}/export/", inside(right))
    yield Row(f"{row}change/", f"/console/{model}/{one}/change/", inside(right))
    yield Row(f"{row}delete/", f"/console/{model}/{one}/delete/", nobody)
    yield Row(f"{row}delete/", f"/console/{model}/{one}/delete/", nobody, "POST", {"post": "yes"})
    # To the event log, and to the row's page.
    yield Row(f"{row}history/", f"/console/{model}/{one}/history/", inside("", "onward"))
    yield Row(row, f"/console/{model}/{one}/", inside("", "onward"))


CONSOLE = [
    Row("console/", "/console/", inside()),
    Row("console/login/", "/console/login/", inside("", "onward")),
    Row("console/logout/", "/console/logout/", answers(*["onward"] * 4)),
    Row("console/password_change/", "/console/password_change/", inside("", "onward")),
    Row("console/password_change/done/", "/console/password_change/done/", inside("", "onward")),
    Row("console/jsi18n/", "/console/jsi18n/", inside()),
    Row("console/^(?P<app_label>accounts|auth|games|wallet|support|house)/$",
        "/console/games/", inside()),
    Row("console/(?P<url>.*)$", "/console/nothing/", inside("", "none")),
    Row("console/rights/", "/console/rights/", inside("auth.view_group")),
    Row("console/games-report/", "/console/games-report/", inside("games.view_simulation")),
    Row("console/health/", "/console/health/", inside("accounts.view_event")),
    Row("console/liability/", "/console/liability/", inside("wallet.inspect_cashout")),
    Row("console/rights/access.csv", "/console/rights/access.csv", inside("house.export_access")),
    Row("console/accounts/player/<int:pk>/access/", "/console/accounts/player/{person}/access/",
        inside("house.disable_player")),
    Row("console/accounts/player/<int:pk>/access/", "/console/accounts/player/{colleague}/access/",
        inside("house.disable_staff")),
    Row("console/accounts/player/<int:pk>/roles/", "/console/accounts/player/{colleague}/roles/",
        inside("house.give_roles")),
    Row("console/accounts/player/<int:pk>/limit/", "/console/accounts/player/{person}/limit/",
        inside("accounts.add_limit")),
    Row("console/accounts/player/<int:pk>/exclude/", "/console/accounts/player/{person}/exclude/",
        inside("accounts.add_exclusion")),
    Row("console/accounts/player/<int:pk>/flags/<int:flag>/",
        "/console/accounts/player/{person}/flags/{flag}/", inside("accounts.change_flag")),
    Row("console/games/round/<int:pk>/replay/", "/console/games/round/{settled}/replay/",
        inside("house.view_replay")),
    Row("console/games/round/<int:pk>/replay/", "/console/games/round/{open}/replay/",
        inside("house.view_replay", "none")),
    Row("console/games/round/<int:pk>/replay/steps/",
        "/console/games/round/{settled}/replay/steps/",
        inside("house.view_replay")),
    Row("console/games/round/<int:pk>/void/", "/console/games/round/{open}/void/",
        inside("house.void_round")),
    Row("console/games/round/<int:pk>/void/", "/console/games/round/{open}/void/",
        inside("house.void_round", "onward"), "POST", {"reason": "A fault"}),
    Row("console/accounts/identitycheck/<int:pk>/decide/",
        "/console/accounts/identitycheck/{waiting}/decide/", inside("house.decide_identity")),
    Row("console/accounts/identitycheck/files/<int:pk>/",
        "/console/accounts/identitycheck/files/{picture}/", inside("house.decide_identity")),
    *listed("accounts/identitycheck", "accounts.view_identitycheck", "waiting"),
    *listed("accounts/player", "accounts.view_player", "person"),
    *listed("accounts/event", "accounts.view_event"),
    *listed("auth/group", "auth.view_group"),
    Row("console/games/simulation/new/", "/console/games/simulation/new/",
        inside("games.add_simulation")),
    *listed("games/simulation", "games.view_simulation"),
    Row("console/games/switch/now/", "/console/games/switch/now/", inside("games.view_switch")),
    Row("console/games/switch/now/", "/console/games/switch/now/", inside("games.add_switch"),
        "POST"),
    *listed("games/switch", "games.view_switch"),
    *listed("games/verdict", "games.view_verdict"),
    *listed("games/pool", "games.view_pool"),
    Row("console/house/finding/books/", "/console/house/finding/books/",
        inside("house.view_finding")),
    Row("console/house/finding/prove/", "/console/house/finding/prove/",
        inside("house.change_finding", "onward"), "POST"),
    Row("console/house/finding/<int:pk>/deed/", "/console/house/finding/{finding}/deed/",
        inside("house.change_finding", "onward"), "POST", {"deed": "take"}),
    *listed("house/finding", "house.view_finding"),
    Row("console/house/audit/<int:pk>/decide/", "/console/house/audit/{audit}/decide/",
        inside("house.change_audit", "onward"), "POST", {"note": "Seen"}),
    Row("console/house/audit/rules/", "/console/house/audit/rules/", inside("house.view_audit")),
    Row("console/house/audit/rules/<int:pk>/", "/console/house/audit/rules/{auditrule}/",
        inside("house.change_auditrule")),
    *listed("house/audit", "house.view_audit"),
    Row("console/house/proposal/for/<int:pk>/", "/console/house/proposal/for/{person}/",
        inside("house.add_proposal")),
    Row("console/house/proposal/<int:pk>/decide/", "/console/house/proposal/{proposal}/decide/",
        inside("house.change_proposal", "onward"), "POST", {"reason": "Seen"}),
    *listed("house/proposal", "house.view_proposal"),
    Row("console/house/note/for/<int:pk>/", "/console/house/note/for/{person}/",
        inside("house.add_note")),
    *listed("house/note", "house.view_note"),
    Row("console/house/release/now/", "/console/house/release/now/",
        inside("house.view_release")),
    *listed("house/release", "house.view_release"),
    *listed("games/round", "games.view_round"),
    *listed("games/move", "games.view_move", "entry"),
    *listed("games/deal", "games.view_deal"),
    *listed("wallet/transfer", "wallet.view_transfer"),
    *listed("wallet/account", "wallet.view_account"),
    *listed("wallet/seal", "wallet.view_seal"),
    *listed("wallet/deposit", "wallet.view_deposit"),
    *listed("wallet/notification", "wallet.view_notification"),
    *listed("wallet/paymentmethod", "wallet.view_paymentmethod"),
    *listed("wallet/fundingblock", "wallet.view_fundingblock"),
    Row("console/wallet/deposit/<int:pk>/settle/", "/console/wallet/deposit/{deposit}/settle/",
        inside("wallet.change_deposit")),
    Row("console/wallet/fundingblock/<int:pk>/lift/",
        "/console/wallet/fundingblock/{fundingblock}/lift/",
        inside("wallet.change_fundingblock")),
    *listed("wallet/cashout", "wallet.view_cashout"),
    *listed("wallet/payoutfile", "wallet.view_payoutfile"),
    *(
        Row(f"console/wallet/cashout/<int:pk>/{deed}/",
            f"/console/wallet/cashout/{{cashout}}/{deed}/", inside("wallet.decide_cashout"))
        for deed in ("approve", "hold", "release", "refuse", "send", "resolve", "returned")
    ),
    Row("console/wallet/cashout/<int:pk>/approve/", "/console/wallet/cashout/{cashout}/approve/",
        inside("wallet.decide_cashout", "onward"), "POST", {"reason": "In order"}),
    Row("console/wallet/cashout/<int:pk>/ask/", "/console/wallet/cashout/{cashout}/ask/",
        inside("wallet.decide_cashout", "onward"), "POST"),
    Row("console/wallet/payoutfile/make/", "/console/wallet/payoutfile/make/",
        inside("wallet.decide_cashout")),
    Row("console/wallet/payoutfile/<int:pk>/download/",
        "/console/wallet/payoutfile/{payoutfile}/download/", inside("wallet.decide_cashout")),
    *listed("support/message", "support.view_message"),
    *listed("support/conversation", "support.view_conversation"),
    Row("console/support/complaint/<int:pk>/deed/",
        "/console/support/complaint/{complaint}/deed/",
        inside("support.change_complaint", "onward"), "POST", {"deed": "take"}),
    *listed("support/complaint", "support.view_complaint"),
    Row("console/support/cannedreply/write/", "/console/support/cannedreply/write/",
        inside("support.add_cannedreply")),
    Row("console/support/cannedreply/<int:pk>/rewrite/",
        "/console/support/cannedreply/{cannedreply}/rewrite/",
        inside("support.change_cannedreply")),
    Row("console/support/cannedreply/<int:pk>/retire/",
        "/console/support/cannedreply/{cannedreply}/retire/",
        inside("support.change_cannedreply", "onward"), "POST", {"retired": "yes"}),
    *listed("support/cannedreply", "support.view_cannedreply"),
    Row("console/desk/", "/console/desk/", inside(WORK)),
    Row("console/desk/board/", "/console/desk/board/", inside(WORK)),
    Row("console/desk/beat/", "/console/desk/beat/", inside(WORK), "POST"),
    Row("console/desk/presence/", "/console/desk/presence/", inside(WORK, "onward"), "POST",
        {"ready": "yes"}),
    Row("console/desk/numbers/", "/console/desk/numbers/", inside("support.view_presence")),
    Row("console/desk/files/<int:pk>/", "/console/desk/files/{chatfile}/", inside(WORK)),
    Row("console/desk/<int:pk>/", "/console/desk/{conversation}/", inside(WORK)),
    Row("console/desk/<int:pk>/", "/console/desk/0/", inside(WORK, "none")),
    Row("console/desk/<int:pk>/say/", "/console/desk/{conversation}/say/", inside(WORK, "onward"),
        "POST", {"text": "Called", "key": "{key}", "private": "on"}),
    *(
        Row(f"console/desk/<int:pk>/{part}/", f"/console/desk/{{conversation}}/{part}/",
            inside(WORK))
        for part in ("news", "card", "table")
    ),
    Row("console/desk/<int:pk>/canned/", "/console/desk/{conversation}/canned/?code=hello",
        inside(WORK)),
    *(
        Row(f"console/desk/<int:pk>/{part}/", f"/console/desk/{{conversation}}/{part}/",
            inside(WORK), "POST", {"upto": "1"})
        for part in ("read", "typing")
    ),
    Row("console/desk/<int:pk>/deed/", "/console/desk/{conversation}/deed/",
        inside(WORK, "onward"), "POST", {"deed": "decline"}),
    Row("console/desk/<int:pk>/reveal/", "/console/desk/{conversation}/reveal/",
        inside(WORK, "onward"), "POST", {"reason": "To call back"}),
]  # fmt: skip
