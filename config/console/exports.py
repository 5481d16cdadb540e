"""Every list of the console as CSV: with its filters, of any size, row by row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import events, spreadsheets
from accounts.requests import address_of
from config.console import answers

CHUNK = 2000


class Exported(admin.ModelAdmin):
    """A list that can be taken away as a file; `exact` are fields that it has besides, as kept."""

    exact: tuple[str, ...] = ()

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
            actor=answers.actor(request),
            after={"filters": request.GET.dict()},
            address=address_of(request),
        )
        names = [str(name) for name in changelist.list_display if name != "action_checkbox"]
        today = timezone.now().date().isoformat()
        name = f"fairdeal-{self.opts.model_name}-{today}.csv"
        return spreadsheets.download(name, self._rows(rows, names))

    def _rows(self, rows: Any, names: list[str]) -> Iterator[list[Any]]:
        title = str(self.opts.verbose_name_plural)
        made = timezone.now().isoformat(timespec="seconds")
        yield ["operator", "Fairdeal", "list", title, "generated at", made]
        yield [*(self._head(name) for name in names), *self.exact]
        empty = True
        for row in rows.iterator(chunk_size=CHUNK):
            empty = False
            kept = (json.dumps(getattr(row, name), ensure_ascii=False) for name in self.exact)
            yield [*(self._text(row, name) for name in names), *kept]
        if empty:
            yield ["No activity"]

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
