"""Every seal of the histories, for everybody: who has noted one can see that it still stands."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wallet.models import Seal

SEALS_A_PAGE = 50
COLUMNS = ("subject", "first_id", "last_id", "count", "previous", "digest", "made_at")


class _Echo:
    """What a writer of CSV writes to: it gives each line back."""

    def write(self, line: str) -> str:
        return line


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
    response = StreamingHttpResponse(_lines(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="fairdeal-seals.csv"'
    return response


def _lines() -> Iterator[str]:
    write = csv.writer(_Echo()).writerow
    yield write(COLUMNS)
    rows = Seal.objects.order_by("subject", "first_id").values_list(*COLUMNS)
    for row in rows.iterator(chunk_size=1000):
        yield write([*row[:-1], row[-1].isoformat(timespec="seconds")])
