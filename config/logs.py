"""One line for each request and each line with its request's id, also in the tasks that it caused.

The id is ours, or that of the proxy in front where one is trusted. No line holds a card, a seed, an
address of e-mail or what a form said: paths, ids, times.
"""

from __future__ import annotations

import contextvars
import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from celery import signals
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import metrics

HEADER = "X-Request-ID"
KNOWN = re.compile(r"[A-Za-z0-9-]{8,64}")
request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="-")
logger = logging.getLogger("fairdeal.requests")
# What a line may hold besides its message.
FIELDS = ("request_id", "method", "path", "view", "status", "milliseconds", "player")


class RequestLogMiddleware:
    """Gives each request its id, and writes a line when it is answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, with the id in its head."""
        given = request.headers.get(HEADER, "")
        trusted = settings.BEHIND_PROXY and KNOWN.fullmatch(given)
        token = request_id.set(given if trusted else uuid.uuid4().hex[:16])
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            response[HEADER] = request_id.get()
            self._note(request, response, time.perf_counter() - began)
            return response
        finally:
            request_id.reset(token)

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        match = request.resolver_match
        view = match.view_name if match else ""
        metrics.answered(request.method or "", view, response.status_code, seconds)
        user = getattr(request, "user", None)
        # Asking who it is would ask the database for pages that did not.
        known = "_cached_user" in request.__dict__
        said = {
            "method": request.method,
            "path": request.path,
            "view": view,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
            "player": user.pk if known and user and user.is_authenticated else None,
        }
        logger.info("%(method)s %(path)s %(status)s %(milliseconds)s ms", said, extra=said)


class WithRequestId(logging.Filter):
    """Adds the request's id to a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line passes."""
        record.request_id = request_id.get()
        return True


class AsJson(logging.Formatter):
    """A line as one JSON object, for whatever collects lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Time (UTC), level, logger, message, what is known of the request, the traceback."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


@signals.before_task_publish.connect
def _send_id(headers: dict[str, Any] | None = None, **_more: Any) -> None:
    """A task is told which request caused it."""
    if headers is not None:
        headers["fairdeal_request"] = request_id.get()


@signals.task_prerun.connect
def _take_id(task: Any = None, **_more: Any) -> None:
    """The lines of a task carry the id of that request, or the task's own."""
    told = getattr(task.request, "fairdeal_request", None) if task else None
    request_id.set(told if told and told != "-" else f"task-{task.request.id}"[:40])
