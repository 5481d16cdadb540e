"""Everything that is due in every room, done once. Safe at any time and any number of times."""

from __future__ import annotations

import logging

from django.conf import settings
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)


def sweep() -> dict[str, int]:
    """What was done, by kind. A room that fails does not stop the others."""
    done: dict[str, int] = {}
    for name in settings.SWEEPS:
        try:
            done |= import_string(name)()
        except Exception:
            logger.exception("the sweep %s failed", name)
    return done
