"""The labels of forms: the words alone, as on every page that writes its own, without a colon."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField
from django.forms.renderers import DjangoTemplates


class PlainLabel(BoundField):
    """A field whose label ends where its words end."""

    def label_tag(
        self,
        contents: Any = None,
        attrs: Any = None,
        label_suffix: str | None = None,
        tag: str | None = None,
    ) -> Any:
        """As Django's, without its colon."""
        return super().label_tag(contents, attrs, label_suffix or "", tag)


class Renderer(DjangoTemplates):
    """What settings name as the renderer of all forms."""

    bound_field_class = PlainLabel
