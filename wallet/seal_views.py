"""Every seal of the histories, for everybody: who has noted one can see that it still stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import spreadsheets
from wallet.models import Seal

SEALS_A_PAGE = 50
COLUMNS = ("subject", "first_id", "last_id", "count", "previous", "digest", "made_at")


@require_safe
def seals(request: HttpRequest) -> HttpResponse:
    """The seals, the newest first, and how to check them."""
    rows = Seal.objects.defer("marks", "totals").order_by("-pk")
    page = Paginator(rows, SEALS_A_PAGE).get_page(request.GET.get("p"))
    newest = rows.order_by("subject", "-last_id").distinct("subject")
    return render(request, "wallet/seals.html", {"page": page, "newest": newest})


@require_safe
def seals_file(request: HttpRequest) -> StreamingHttpResponse:
    """All of them as CSV, the oldest first; times in UTC."""
    return spreadsheets.download("fairdeal-seals.csv", _rows())


def _rows() -> Iterator[Iterable[Any]]:
    yield COLUMNS
    rows = Seal.objects.order_by("subject", "first_id").values_list(*COLUMNS)
    for row in rows.iterator(chunk_size=1000):
        yield *row[:-1], row[-1].isoformat(timespec="seconds")
