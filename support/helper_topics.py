"""Everything that the helper knows: the words by which it is asked for, and what it answers.

Answers name the pages where a thing is done or explained. None of them urges to play.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from games.catalogue import ENTRIES
from support import helper_facts as facts
from support.helper_facts import page, told
from support.helper_matching import Topic

Answer = Callable[[Player], str]


def _person(_player: Player) -> str:
    return _(
        "Press “Talk to a person” below this talk: a person of the house takes over and reads what "
        "was said here. Out of hours you get a case number and an answer by mail."
    )


def _crisis(_player: Player) -> str:
    return told(
        _(
            "I am only an automatic helper, and this is for people. If you are in danger, or think "
            "of hurting yourself, please call the emergency number of your country now, or speak "
            "with somebody near you."
        ),
        _("You can stop all play here at once, and a person of the house can do it with you:"),
        page(_("Exclude yourself"), "safer:exclusion"),
        page(_("Where to find help"), "safer:help"),
        _("Please press “Talk to a person”."),
    )


def _worries(_player: Player) -> str:
    return told(
        _(
            "Thank you for saying so. You need not go on: you can set limits, take a pause from a "
            "day to six weeks, or exclude yourself for six months or longer. Each holds at once."
        ),
        page(_("Take a time-out"), "safer:time-out"),
        page(_("Exclude yourself"), "safer:exclusion"),
        page(_("Set limits"), "safer:limits"),
        page(_("Signs, risks, and where to find help"), "safer:help"),
        _("A person of the house will listen, too: press “Talk to a person”."),
    )


def _how_to_stop(player: Player) -> str:
    return told(
        facts.own_exclusion(player),
        page(_("Take a time-out"), "safer:time-out"),
        page(_("Exclude yourself"), "safer:exclusion"),
        page(_("Close your account"), "safer:close"),
        _("If you would rather speak with somebody first, press “Talk to a person”."),
    )


def _games(_player: Player) -> str:
    rows = (page(str(one.title), "games:info", one.slug) for one in ENTRIES.values())
    return told(_("Each game has a page with its rules, figures and keys:"), *rows)


def _game(slug: str) -> Answer:
    def answer(_player: Player) -> str:
        title = str(ENTRIES[slug].title)
        sentence = _("The rules of %(game)s, its keys and its exact figures stand on its page.")
        return told(sentence % {"game": title}, page(title, "games:info", slug))

    return answer


def _says(sentence: object, *pages: tuple[object, str]) -> Answer:
    """An answer that is the same for everybody: a sentence, and pages by title and name."""

    def answer(_player: Player) -> str:
        return told(str(sentence), *(page(str(title), name) for title, name in pages))

    return answer


_t = gettext_lazy

SAFETY = (
    Topic("crisis", _t("Danger to life"), (
        "suicid*", "kill myself|me", "end my life|it", "hurt|harm myself", "want* die",
        "not want live",
    ), _crisis, first=True),
    Topic("worries", _t("Worries about play"), (
        "los* too|so much", "los* everything|all|savings|rent|salary|wages|house", "los* control",
        "los* my money", "cant stop", "cant control", "addict*", "compuls*", "gambl* problem*",
        "problem* gambl*", "play* too much|long|often", "spen* too much", "debt*",
        "borrow* money|to", "win back|it back", "chas* loss*", "gambl* help", "help* stop",
        "not stop play*|gambl*|myself", "hide gambl*|play*", "worr* play*|gambl*|money",
        "gambler*", "gambl* away", "ruin*",
    ), _worries, first=True),
    Topic("stop", _t("Pauses and exclusion"), (
        "exclu*", "self exclu*", "timeout", "take break|pause", "need break|pause", "block|ban me",
        "block|ban my account", "stop play*|gambl*", "close|delete account", "cool* off",
        "when exclusion|timeout end*", "play again when", "why cant play|stake|bet",
    ), _how_to_stop),
    Topic("person", _t("A person"), (
        "person", "human*", "agent*", "operator*", "real|live someone|somebody|support",
        "talk|speak|chat someone|somebody|people|representative|staff|employee",
        "customer service|support", "supervisor|manager", "call me", "phone", "not robot|bot",
    ), _person),
)  # fmt: skip
OWN = (
    Topic("cash-out stage", _t("The last cash-out"), (
        "my cashout*|withdraw*", "where cashout*|withdraw*", "where my cashout*|withdraw*",
        "where money",
        "status|stage cashout*|withdraw*", "cashout*|withdraw* pending|hold|late|delay*|stuck",
        "when cashout*|withdraw*", "cashout*|withdraw* not|never arriv*|come|received|there",
        "how long cashout*|withdraw*", "last cashout*|withdraw*", "money not arriv*|bank",
        "wait* cashout*|withdraw*|money", "cashout*|withdraw* refused|declined|rejected|failed",
    ), facts.last_cash_out),
    Topic("deposit stage", _t("The last deposit"), (
        "my deposit*|payment*", "where deposit*|payment*", "deposit*|payment* pending|waiting",
        "why deposit*|payment* pending|waiting|not", "deposit*|payment* not|never arriv*|there",
        "deposit*|payment* not show*|credited|received|work*", "deposit*|payment* missing|lost",
        "deposit*|payment* declined|refused|failed|rejected", "cant deposit*",
        "card declined|refused|rejected", "status deposit*|payment*", "last deposit*",
        "money not credited|booked",
    ), facts.last_deposit),
    Topic("balance", _t("The balance"), (
        "balance*", "my balance*", "how much|many money|chips have|own|left", "how much have|own",
        "in play money", "money missing", "balance* wrong|missing|changed|low*",
    ), facts.balances),
    Topic("unfinished", _t("Unfinished games"), (
        "unfinished", "game|round|hand|table interrupted|open|unfinished|lost|gone|disappeared",
        "continue|resume|finish|return game|round|hand|table", "back my game|round|table",
        "game|round|hand connection|crash*|froz*|closed|stuck", "disconnect*", "lost connection",
        "open games|rounds", "where game|round|hand", "current game|round",
    ), facts.unfinished),
    Topic("limits", _t("Limits"), (
        "limit*", "my limit*", "deposit*|loss*|stake*|time limit*", "how much left limit*",
        "change|raise|lower|set|remove|increase deposit|loss|stake|time|my limit*", "budget*",
        "limit* reached", "how much may deposit*",
    ), facts.own_limits),
    Topic("exclusion", _t("Exclusion"), (
        "am excluded", "my exclusion|timeout", "how long exclusion|timeout|excluded",
        "come back exclusion|timeout",
    ), facts.own_exclusion),
    Topic("identity", _t("Identity"), (
        "identity", "verif* me|account|identity|document*", "verification", "kyc", "passport",
        "id card|document*", "upload|send document*|passport|id", "prove who", "my documents",
        "how long verif*", "why document*|identity", "proof address|identity",
    ), facts.own_identity),
)  # fmt: skip
MONEY = (
    Topic("how to cash out", _t("How to cash out"), (
        "how cashout*|withdraw*", "cashout*|withdraw*", "get money out", "take out money",
        "minimum|maximum|fee* cashout*|withdraw*", "want cashout*|withdraw*",
    ), _says(
        _t("You ask for a cash-out in the cashier. A person of the house checks it, then it goes "
           "to an account in your own name that you have paid in from. It costs no fee."),
        (_t("Ask for a cash-out"), "wallet:cash-out"),
        (_t("Your cash-outs and their stages"), "wallet:cash-outs"),
    )),
    Topic("how to deposit", _t("How to pay in"), (
        "how deposit*", "deposit*", "add|put money", "fee* deposit*", "minimum deposit*",
        "pay with|by", "credit card", "cashier",
    ), _says(
        _t("You pay in at the cashier. Before it the house needs to know who you are and asks "
           "whether you want a limit."),
        (_t("Cashier"), "wallet:cashier"),
        (_t("Your deposits"), "wallet:deposits"),
    )),
    Topic("methods", _t("Payment methods"), (
        "payment method*|way*", "method*", "bank account", "iban", "change|remove|add bank",
    ), _says(
        _t("The accounts that you pay from, and which of them your money can go to:"),
        (_t("Payment methods"), "wallet:methods"),
    )),
    Topic("statement", _t("The statement"), (
        "statement*", "transaction*", "transfer*", "booking*", "receipt*", "tax", "csv",
        "history money|payment*", "why money gone|taken|charged",
    ), _says(
        _t("Your statement lists every cent and chip that came or went, with its cause. You can "
           "download it."),
        (_t("Statement"), "wallet:statement"),
    )),
    Topic("chips", _t("Fun chips"), (
        "fun chip*", "chip*", "refill*", "more|free chip*", "no|out chip*", "play* free",
    ), _says(
        _t("Fun chips cost nothing and are worth nothing. When you have too few for the smallest "
           "bet, you can refill them once an hour on your statement."),
        (_t("Fun chips"), "wallet:fun"),
    )),
    Topic("bonus", _t("Bonuses"), (
        "bonus*", "promo*", "voucher*", "coupon*", "free spin*|money|bet*", "vip", "cashback",
    ), _says(_t("This house gives no bonuses and no promotions."))),
)  # fmt: skip
GAMES = (
    Topic("3-card solitaire", _t("3-Card Solitaire"), (
        "threecard solitaire", "threecard solitaire rules|how|play", "card price", "collect",
        "rules threecard",
    ), _game("three-card-solitaire")),
    Topic("rummy", _t("Vegas Three Card Rummy"), (
        "rummy", "threecard rummy", "ante", "raise fold", "dealer qualif*", "rules rummy",
        "bonus bet",
    ), _game("three-card-rummy")),
    Topic("klondike", _t("Klondike"), (
        "klondike", "rules klondike", "vegas scor*", "draw three|one", "how play klondike",
    ), _game("klondike")),
    Topic("royal parade", _t("Royal Parade"), (
        "parade", "royal parade", "rules parade", "how play parade",
    ), _game("royal-parade")),
    Topic("rules", _t("Rules of the games"), (
        "rule*", "how play", "game* which|offer*", "what game*", "explain game*", "instruction*",
        "solitaire", "undo*", "hint*", "how win|work game*",
    ), _games),
    Topic("odds", _t("Returns and paytables"), (
        "odds", "rtp", "return player", "paytable", "house edge", "chance* win*", "payback",
        "how much win", "probabilit*", "percent*",
    ), _games),
    Topic("fairness", _t("Fairness"), (
        "fair*", "rigged", "cheat*", "manipulat*", "fixed", "proof|prove|verify deal|cards|game",
        "seed*", "random*", "shuffl*", "provably", "trust", "scam*", "fake", "hash*", "commitment*",
        "cards known", "always lose",
    ), _says(
        _t("The order of the cards is fixed and sealed before you choose your part of the seed, "
           "and you can check every deal after its game, with a program of your own if you like."),
        (_t("How fairness is proven"), "games:fairness"),
        (_t("Your games, each with its proof"), "games:history"),
    )),
    Topic("winnable", _t("Was it winnable?"), (
        "winnable", "solvable", "could have won", "possible win", "unwinnable",
        "impossible deal|game", "solution*|solve*",
    ), _says(
        _t("After a solitaire has ended, “Was it winnable?” beside its replay lets a solver "
           "find out."),
        (_t("Your games"), "games:history"),
    )),
    Topic("daily", _t("The daily deal"), (
        "daily*", "daily deal*", "deal day|today", "challenge*", "calendar*",
    ), _says(
        _t("Every day, one deal that is the same for everybody: your first try counts, then you "
           "can practise."),
        (_t("Daily deal"), "games:daily"),
    )),
    Topic("boards", _t("Leaderboards"), (
        "leaderboard*", "rank*", "high score*", "best player*", "competition*", "place list",
        "my name board*|list", "hide|show my name",
    ), _says(
        _t("Leaderboards list the best games. Your settings say whether you stand there, and by "
           "which name."),
        (_t("Leaderboards"), "games:board"),
        (_t("Your settings"), "accounts:settings"),
    )),
    Topic("statistics", _t("Statistics"), (
        "statistic*", "my statistic*|stats", "stats", "how many games won|played",
        "win* rate|streak", "average score|time",
    ), _says(
        _t("Your games in figures:"), (_t("Statistics"), "games:statistics"),
    )),
    Topic("history", _t("Games that were played"), (
        "histor*", "old|past|previous|earlier game*|round*", "replay*", "last game*",
        "game* number", "what happened", "watch again",
    ), _says(
        _t("Every game of yours is kept with its replay, its proof and its money."),
        (_t("History of your games"), "games:history"),
    )),
    Topic("share", _t("Sharing a game"), (
        "share*", "send|show game friend*|somebody|link", "link game",
    ), _says(
        _t("The replay of a game has a button that makes a link for others; you can withdraw it "
           "at any time."),
        (_t("Links that you gave"), "games:links"),
    )),
    Topic("table", _t("The look of the table"), (
        "sound*", "colo*", "card back*|face*", "deck", "four colo*", "left hand*",
        "animation*|motion", "dark mode|theme", "keyboard*", "letter key*", "shortcut*", "keys",
        "language*",
    ), _says(
        _t("Sound, colours, card backs, keys and motion are chosen in the table's menu, or in "
           "your settings."),
        (_t("Table and look"), "accounts:preferences"),
    )),
)  # fmt: skip
ACCOUNT = (
    Topic("sign-in", _t("Signing in"), (
        "password*", "forgot* password*", "change|reset password*", "signin", "cant signin",
        "locked out", "account locked", "twostep", "authenticator*", "passkey*", "recovery code*",
        "second factor", "sessions|devices", "someone|somebody else account", "hack*",
        "stolen account|password", "sign|log out everywhere",
    ), _says(
        _t("Your password, second factor, passkeys and the devices that are signed in stand "
           "under Security. Should somebody else know your password, change it and end the "
           "other sessions there, then press “Talk to a person”."),
        (_t("Security"), "accounts:security"),
        (_t("Forgotten password"), "account_reset_password"),
    )),
    Topic("account", _t("Account details"), (
        "change email|name|address|birthday|zone", "my account|profile|settings", "settings",
        "display name", "nickname", "time zone", "account details", "preferences",
    ), _says(
        _t("Your name, time zone and e-mail address are changed in your settings."),
        (_t("Settings"), "accounts:settings"),
        (_t("E-mail address"), "account_email"),
    )),
    Topic("data", _t("Personal data"), (
        "my data", "personal data", "privacy", "gdpr", "download|export data", "what know about me",
        "data protection", "cookies",
    ), _says(
        _t("You can download everything that we keep of you, and read why we keep it."),
        (_t("Your data as a file"), "own-data"),
        (_t("Privacy"), "privacy"),
    )),
    Topic("terms", _t("Terms"), (
        "terms", "conditions", "contract", "legal", "licen*", "regulat*", "authority", "age limit",
        "how old", "minimum age",
    ), _says(
        _t("Who may play, and what holds between you and the house, stands in the terms."),
        (_t("Terms of play"), "terms"),
    )),
    Topic("complaint", _t("Complaints"), (
        "complain*", "make complaint", "dispute*", "unfair treat*", "ombudsman", "escalat*",
        "not satisfied|happy", "compensat*", "where complaint*", "my complaint*",
    ), _says(
        _t("You can make a complaint at any hour. It gets a number of its own, and you are "
           "answered by mail; if the answer does not satisfy you, it goes to a supervisor."),
        (_t("Complaints"), "support:complaints"),
    )),
    Topic("reality check", _t("Reminders of time"), (
        "reality check*", "remind* time|me", "reminder*", "interval*", "how long play*",
    ), _says(
        _t("At an interval of your choice you are told how long you have played and what came "
           "of it."),
        (_t("Limits and pauses"), "safer:limits"),
    )),
    Topic("safer play", _t("Safer play"), (
        "safe* play|gambl*", "responsib* play|gambl*|gaming", "help play*", "helpline*", "risk*",
    ), _says(
        _t("Limits, pauses, signs of trouble and where to find help:"),
        (_t("Safer play"), "safer:help"),
        (_t("Limits and pauses"), "safer:limits"),
    )),
    Topic("writing", _t("Writing to the house"), (
        "contact*", "how write you|house|support", "write message",
        "email you|support|house|address", "opening|business hours",
        "when open|there", "hours", "report* bug|fault|error", "bug*", "feedback", "suggest*",
        "support*",
    ), _says(
        _t("You can talk to a person from here (“Talk to a person”), or write; every message is "
           "read by a person."),
        (_t("Write to us"), "support:contact"),
    )),
    Topic("helper", _t("The helper"), (
        "who are you", "are you robot|bot|human|person|real|machine|ai", "what can you do",
        "your name", "robot", "bot", "chatbot*",
    ), _says(
        _t("I am an automatic helper of this house, not a person. I know its pages and how your "
           "own cash-outs, deposits, limits and games stand. For all else, press “Talk to a "
           "person”."),
    )),
    Topic("greeting", _t("A greeting"), (
        "hello", "hi", "hey", "good morning|evening|day|afternoon", "greetings",
    ), _says(_t("Good day. I am an automatic helper. What is it about?"))),
    Topic("thanks", _t("Thanks"), (
        "thank*", "thx", "great", "perfect", "solved", "ok|okay",
    ), _says(_t("You are welcome. If anything is open, press “Talk to a person”."))),
)  # fmt: skip

TOPICS = (*SAFETY, *OWN, *MONEY, *GAMES, *ACCOUNT)
