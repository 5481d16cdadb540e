"""Files for spreadsheets: CSV line by line, of any size, in which nothing is a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class _Echo:
    """What a writer of CSV writes to: it gives each line back."""

    def write(self, line: str) -> str:
        return line


def safe_cell(value: Any) -> Any:
    """Text that a spreadsheet takes for text, whatever somebody is called."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Each row as a line of CSV, its cells safe."""
    write = csv.writer(_Echo()).writerow
    for row in rows:
        yield write([safe_cell(cell) for cell in row])


def download(name: str, rows: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """The rows as a file of that name, sent while they come."""
    response = StreamingHttpResponse(lines(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
