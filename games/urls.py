"""Addresses of play: information, tables, rounds and their proofs."""

from django.urls import path, register_converter

from games import history_views, play_views, proof_views, views


class Currency:
    """`fun` or `money` in an address."""

    regex = "fun|money"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


register_converter(Currency, "currency")

app_name = "games"
urlpatterns = [
    path("games/", views.rules, name="rules"),
    path("games/<slug:slug>/", views.information, name="info"),
    path("play/<slug:slug>/<currency:currency>/", views.table_page, name="table"),
    path("play/<slug:slug>/<currency:currency>/deal/", play_views.deal, name="deal"),
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
    path("fairness/", proof_views.fairness, name="fairness"),
    path("fairness/commitments/", proof_views.commitments, name="commitments"),
    path("preferences/", views.preference, name="preference"),
]
