"""A column for whole amounts that refuses a fraction, where a bigint would round it in silence."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models
from django.utils.translation import gettext as _


class WholeUnits(models.BigIntegerField):
    """Whole minor units: an int in Python; a numeric column, which a CHECK keeps whole.

    PostgreSQL rounds 0.5 on its way into a bigint before any check or trigger can see it.
    """

    def db_type(self, connection: Any) -> str:
        """The column's type."""
        return "numeric"

    def get_prep_value(self, value: Any) -> Any:
        """The value for the database; TypeError for anything that is not a whole number."""
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        if hasattr(value, "resolve_expression"):
            return value
        raise TypeError(_("An amount is a whole number of minor units."))

    def from_db_value(self, value: Decimal | None, *_: Any) -> int | None:
        """The column's value as an int."""
        return None if value is None else int(value)
