"""Addresses of play: information, tables, rounds and their proofs."""

from datetime import date

from django.urls import path, register_converter

from games import (
    board_views,
    daily_views,
    history_views,
    play_views,
    proof_views,
    sharing_views,
    statistics_views,
    views,
    winnable_views,
)


class Currency:
    """Where a game is played: `fun`, `money`, or the day of its daily deal, `2026-12-01`."""

    regex = "fun|money|[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


class Mode:
    """A mode of a game in an address: `usual` where it has no name, `all` for all together."""

    regex = "[a-z0-9-]+"
    words = {"usual": "", "all": "*"}

    def to_python(self, value: str) -> str:
        """The mode as a round keeps it."""
        return self.words.get(value, value)

    def to_url(self, value: str) -> str:
        """Its word, or as it stands."""
        return next((word for word, mode in self.words.items() if mode == value), value)


class Period(Currency):
    """`day`, `week` or `all` in an address."""

    regex = "day|week|all"


class Day:
    """A day in an address: `2026-12-01`."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The day. ValueError for one that is none."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """As it stands in addresses."""
        return value.isoformat()


register_converter(Currency, "currency")
register_converter(Day, "day")
register_converter(Mode, "mode")
register_converter(Period, "period")

app_name = "games"
urlpatterns = [
    path("games/", views.rules, name="rules"),
    path("games/<slug:slug>/", views.information, name="info"),
    path("play/<slug:slug>/<currency:currency>/", views.table_page, name="table"),
    path("play/<slug:slug>/<currency:currency>/deal/", play_views.deal, name="deal"),
    path("play/<slug:slug>/daily/", daily_views.today, name="daily-today"),
    path("daily/", daily_views.calendar, name="daily"),
    path("daily/commitments.json", daily_views.commitments, name="daily-commitments"),
    path("daily/<day:day>/", daily_views.one_day, name="daily-day"),
    path("daily/<day:day>/<slug:slug>/", daily_views.proof, name="daily-proof"),
    path("daily/<day:day>/<slug:slug>/proof.json", daily_views.proof_file, name="daily-proof-file"),
    path("rounds/", history_views.history, name="history"),
    path("rounds/<int:round_id>/moves/", play_views.moves, name="moves"),
    path("rounds/<int:round_id>/undo/", play_views.undo, name="undo"),
    path("rounds/<int:round_id>/end/", play_views.end, name="end"),
    path("rounds/<int:round_id>/restart/", play_views.restart, name="restart"),
    path("rounds/<int:round_id>/finish/", play_views.finish, name="finish"),
    path("rounds/<int:round_id>/hint/", play_views.hint, name="hint"),
    path("rounds/<int:round_id>/table/", play_views.fragment, name="fragment"),
    path("rounds/<int:round_id>/replay/", history_views.replay, name="replay"),
    path("rounds/<int:round_id>/replay/steps/", history_views.replay_steps, name="replay-steps"),
    path("rounds/<int:round_id>/proof/", proof_views.proof, name="proof"),
    path("rounds/<int:round_id>/proof.json", proof_views.proof_file, name="proof-file"),
    path("rounds/<int:round_id>/share/", sharing_views.share, name="share"),
    path("rounds/<int:round_id>/share/withdraw/", sharing_views.withdraw, name="withdraw"),
    path("rounds/<int:round_id>/winnable/", winnable_views.winnable, name="winnable"),
    path("rounds/<int:round_id>/winnable/steps/", winnable_views.steps, name="winnable-steps"),
    path("shared/", sharing_views.links, name="links"),
    path("shared/<str:token>/", sharing_views.shared, name="shared"),
    path("shared/<str:token>/steps/", sharing_views.shared_steps, name="shared-steps"),
    path("shared/<str:token>/proof.json", sharing_views.shared_proof, name="shared-proof"),
    path("statistics/", statistics_views.statistics_page, name="statistics"),
    path("statistics/<slug:slug>/", statistics_views.figures, name="statistics"),
    path("statistics/<slug:slug>/<mode:mode>/", statistics_views.figures, name="statistics"),
    path("boards/", board_views.board, name="board"),
    path("boards/entries/<int:result_id>/", board_views.entry, name="entry"),
    path("boards/entries/<int:result_id>/steps/", board_views.entry_steps, name="entry-steps"),
    path("boards/<slug:slug>/", board_views.board, name="board"),
    path("boards/<slug:slug>/<mode:mode>/", board_views.board, name="board"),
    path("boards/<slug:slug>/<mode:mode>/<period:period>/", board_views.board, name="board"),
    path("fairness/", proof_views.fairness, name="fairness"),
    path("fairness/commitments/", proof_views.commitments, name="commitments"),
    path("preferences/", views.preference, name="preference"),
]
