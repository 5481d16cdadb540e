"""For pages that must come out whatever is broken: they fail for want of no file and no setting."""

from __future__ import annotations

import logging

from django import template
from django.conf import settings
from django.templatetags.static import static

logger = logging.getLogger(__name__)
register = template.Library()


@register.simple_tag
def file(name: str) -> str:
    """The address of a static file; one that may lead nowhere if the files were not collected."""
    try:
        return static(name)
    except ValueError:
        logger.warning("there is no static file %s: was collectstatic run?", name)
        return f"/{settings.STATIC_URL.strip('/')}/{name}"
