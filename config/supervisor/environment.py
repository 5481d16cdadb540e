"""What the supervisor tells the other processes, and a command that somebody runs by hand.

While the supervisor runs, var/environment (readable by its owner only) holds the addresses and
keys, so that `manage.py sweep` in another terminal finds the same database.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from config.supervisor.secrets import read_pairs, write_pairs

CHECKOUT = Path(__file__).resolve().parent.parent.parent


def var_folder() -> Path:
    """The folder of everything that is kept: FAIRDEAL_VAR, or var/ in the checkout."""
    return Path(os.environ.get("FAIRDEAL_VAR") or CHECKOUT / "var").resolve()


def product_environment(var: Path, secrets: Mapping[str, str], database_url: str) -> dict[str, str]:
    """The environment of web, worker and beat: ours, with keys and database added.

    What the caller has set stands; nobody but the supervisor learns the passwords of `owner` and
    of the superuser.
    """
    made = {
        "FAIRDEAL_MODE": "demo",
        "FAIRDEAL_SECRET_KEY": secrets["FAIRDEAL_SECRET_KEY"],
        "FAIRDEAL_DEAL_KEY": secrets["FAIRDEAL_DEAL_KEY"],
    }
    told = {name: os.environ.get(name) or value for name, value in made.items()}
    inherited = {name: value for name, value in os.environ.items() if name != "OWNER_DATABASE_URL"}
    return (
        inherited
        | told
        | {
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "FAIRDEAL_VAR": str(var),
            "PYTHONUNBUFFERED": "1",
        }
    )


_HANDED_OUT = ("DATABASE_URL", "FAIRDEAL_MODE", "FAIRDEAL_SECRET_KEY", "FAIRDEAL_DEAL_KEY")


def hand_out(var: Path, environment: Mapping[str, str]) -> None:
    """Leave in var/environment what a command run by hand needs."""
    write_pairs(var / "environment", {name: environment[name] for name in _HANDED_OUT})


def take_back(var: Path) -> None:
    """Remove var/environment: there is no database to find any more."""
    (var / "environment").unlink(missing_ok=True)


def adopt() -> None:
    """Take over what a running supervisor handed out, unless the environment says it already."""
    if "DATABASE_URL" not in os.environ:
        for name, value in read_pairs(var_folder() / "environment").items():
            os.environ.setdefault(name, value)
