"""A moment as a person reads it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format


def moment(at: datetime) -> str:
    """Day and time in the reader's zone."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
