"""Figures for Prometheus: requests as this machine's processes counted them, and the books' state.

Processes of one machine share their counts through files in FAIRDEAL_METRICS (prometheus-client's
multi-process mode); without it each process tells its own. What the database knows is asked when
somebody scrapes. No figure names a player.
"""

from __future__ import annotations

import hmac
import os

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
REQUESTS = Counter(
    "fairdeal_requests", "Requests answered", ["method", "view", "status"], registry=None
)
DURATIONS = Histogram(
    "fairdeal_request_seconds", "Time to an answer", ["view"], buckets=SECONDS, registry=None
)
# Each is one row of numbers by name.
QUERIES = {
    "fairdeal_open_rounds": (
        "SELECT game, count(*) FROM games_round WHERE ended_at IS NULL GROUP BY 1"
    ),
    "fairdeal_finishes_due": "SELECT 'all', count(*) FROM games_round WHERE finish_due",
    "fairdeal_in_play_minor_units": (
        "SELECT currency, coalesce(sum(staked + reserved), 0) FROM games_round "
        "WHERE ended_at IS NULL GROUP BY 1"
    ),
    "fairdeal_player_balances_minor_units": (
        "SELECT currency || ' ' || kind, sum(balance) FROM wallet_account "
        "WHERE player_id IS NOT NULL GROUP BY 1"
    ),
    "fairdeal_mails_due": "SELECT 'all', count(*) FROM accounts_mail WHERE due_at <= now()",
    "fairdeal_seal_age_seconds": (
        "SELECT subject, extract(epoch FROM now() - max(made_at)) FROM wallet_seal GROUP BY 1"
    ),
    "fairdeal_connections": "SELECT application_name, count(*) FROM pg_stat_activity GROUP BY 1",
}


def answered(method: str, view: str, status: int, seconds: float) -> None:
    """Count a request."""
    REQUESTS.labels(method, view, str(status)).inc()
    DURATIONS.labels(view).observe(seconds)


@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """Every figure as Prometheus reads it, for whoever has the token, or from this machine."""
    if not _may_read(request):
        raise Http404
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)
    else:
        registry.register(REQUESTS)
        registry.register(DURATIONS)
    _ask_the_books(registry)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    return not settings.BEHIND_PROXY and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")


def _ask_the_books(registry: CollectorRegistry) -> None:
    with connection.cursor() as cursor:
        for name, query in QUERIES.items():
            gauge = Gauge(name, name.replace("_", " "), ["of"], registry=registry)
            cursor.execute(query)
            for of, value in cursor.fetchall():
                gauge.labels(of or "none").set(float(value or 0))
