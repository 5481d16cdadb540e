"""The operator console: one AdminSite at /console/, in which histories are read-only.

Staff see rounds, moves, money, players, events and messages, with links from any one to the
others. The deck of a round in play is shown to nobody.
"""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig

# No autodiscovery: what django-allauth would register (e.g. secrets of second factors) stays out.
PAGES = (
    *("files", "identities", "people", "play", "money", "cash_outs", "payout_files", "deposits"),
    *("help", "chats", "complaints", "canned", "simulation", "solver", "switches"),
    *("findings", "audits", "records"),
)


class ConsoleConfig(SimpleAdminConfig):
    """Django's admin app with our site."""

    default_site = "config.console.site.Console"

    def ready(self) -> None:
        """Register what the console shows."""
        super().ready()
        for name in PAGES:
            import_module(f"config.console.{name}")
