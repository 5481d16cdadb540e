"""Cards, rules, deals, rounds and the pages of play."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Give the books what they cannot know: what open rounds hold, and the log of moves."""
        from games import settlement
        from games.models import Move
        from wallet import proof, seals
        from wallet.models import AccountKind

        proof.expect(AccountKind.IN_PLAY, settlement.in_play)
        columns = ("player_id", "round_id", "no", "actor", "notation", "made_at")
        seals.register(seals.Sealed("moves", Move, columns))
