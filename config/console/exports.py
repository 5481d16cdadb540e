"""Every list of the console as CSV: with its filters, of any size, row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import events
from accounts.requests import address_of

CHUNK = 2000
# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """What a writer of CSV writes to: it gives each line back."""

    def write(self, line: str) -> str:
        return line


def safe_cell(value: Any) -> Any:
    """Text that a spreadsheet takes for text, whatever somebody is called."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


class Exported(admin.ModelAdmin):
    """A list that can be taken away as a file."""

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the file."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        view = self.admin_site.admin_view(require_safe(self.export_view))
        return [path("export/", view, name=name), *super().get_urls()]

    def export_view(self, request: HttpRequest) -> HttpResponseBase:
        """The rows that the list shows under the same address, all of them; times in UTC."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            changelist = self.get_changelist_instance(request)
        except IncorrectLookupParameters:
            messages.warning(request, _("This list has no such filter, so no file was made."))
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        rows = changelist.get_queryset(request)
        if changelist.list_select_related:
            rows = changelist.apply_select_related(rows)
        subject = f"list:{self.opts.label_lower}"
        events.record(
            "list exported",
            subject,
            actor=request.user,  # type: ignore[arg-type]
            after={"filters": request.GET.dict()},
            address=address_of(request),
        )
        names = [str(name) for name in changelist.list_display if name != "action_checkbox"]
        response = StreamingHttpResponse(
            self._lines(request, rows, names), content_type="text/csv; charset=utf-8"
        )
        today = timezone.now().date().isoformat()
        name = f"fairdeal-{self.opts.model_name}-{today}.csv"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _lines(self, request: HttpRequest, rows: Any, names: list[str]) -> Iterator[str]:
        write = csv.writer(_Echo()).writerow
        title = str(self.opts.verbose_name_plural)
        made = timezone.now().isoformat(timespec="seconds")
        yield write(["operator", "Fairdeal", "list", title, "generated at", made])
        yield write([self._head(name) for name in names])
        empty = True
        for row in rows.iterator(chunk_size=CHUNK):
            empty = False
            yield write([safe_cell(self._text(row, name)) for name in names])
        if empty:
            yield write(["No activity"])

    def _head(self, name: str) -> str:
        shown = getattr(self, name, None)
        if shown is not None and hasattr(shown, "short_description"):
            return str(shown.short_description)
        field = self.opts.get_field(name)
        return str(getattr(field, "verbose_name", name))

    def _text(self, row: Any, name: str) -> Any:
        shown = getattr(self, name, None)
        value = shown(row) if callable(shown) else getattr(row, name)
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat(timespec="seconds")
        if value is None or isinstance(value, int | float):
            return value
        return strip_tags(str(value)).strip()
