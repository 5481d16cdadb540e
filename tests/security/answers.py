"""A line of the table of addresses, and the answers that kinds of people get."""

from __future__ import annotations

from dataclasses import dataclass, field

from config.console.roles import ROLES
from tests.security.world import PEOPLE

Answers = dict[str, str]


@dataclass(frozen=True)
class Row:
    """A request and its answers, one for each of PEOPLE, in the words of `world.outcome`."""

    route: str
    path: str
    answers: Answers
    method: str = "GET"
    data: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def answers(visitor: str, player: str, other: str, staff: str) -> Answers:
    """The same for every member of staff."""
    given = {"visitor": visitor, "player": player, "other": other}
    return {who: given.get(who, staff) for who in PEOPLE}


def inside(right: str = "", granted: str = "page", refused: str = "refused") -> Answers:
    """Of the console: to no visitor, no player and nobody without a second factor; to the roles
    with the right (an empty one is everybody's)."""
    outside = answers("sign in", "none", "none", "refused")
    roles = {
        role: granted if not right or right in rights else refused for role, rights in ROLES.items()
    }
    return outside | roles


PUBLIC = answers("page", "page", "page", "page")
SIGNED_IN = answers("sign in", "page", "page", "page")
DEED = answers("sign in", "onward", "onward", "onward")
ENTRANCE = answers("page", "onward", "onward", "onward")
OWN = answers("sign in", "page", "none", "none")
OWN_DEED = answers("sign in", "onward", "none", "none")
# Of play: members of staff are refused before it is asked whose it is.
PLAY_DEED = answers("sign in", "onward", "none", "refused")
CASHIER = answers("sign in", "page", "page", "refused")
OWN_CASHIER = answers("sign in", "page", "none", "refused")
NOBODY = answers("none", "none", "none", "none")
# Of players only: staff have nothing to limit.
LIMITED = answers("sign in", "page", "page", "refused")
LIMITED_DEED = answers("sign in", "onward", "onward", "refused")
