"""The bare view that a move is measured against, and its one URL."""

from __future__ import annotations

from functools import cache

from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

# Rows of an ordinary page: loops, variables, an attribute that depends on one.
ROWS = """<table>{% for row in rows %}<tr{% if row.even %} class="even"{% endif %}>
<td>{{ row.number }}</td><td>{{ row.name }}</td><td>{{ row.text }}</td></tr>
{% endfor %}</table>{{ rest }}"""


def urls_of_its_own(get_response):
    """The bare project's URLs. Other settings for a request would empty the product's caches."""

    def middleware(request):
        request.urlconf = "benchmarks.bare"
        return get_response(request)

    return middleware


@cache
def template():
    """The rows, compiled once as a loader would."""
    return engines["django"].from_string(ROWS)


def setup() -> None:
    """The two tables of the bare view."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS broker.bare_row (id int PRIMARY KEY, n int)")
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS broker.bare_log (id bigserial, n int, at timestamptz)"
        )
        cursor.execute("INSERT INTO broker.bare_row VALUES (1, 0) ON CONFLICT DO NOTHING")


@login_required
def bare(request: HttpRequest) -> HttpResponse:
    """Lock one row, insert one, update one, render an answer of the size that was asked for."""
    size = int(request.POST["size"])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM broker.bare_row WHERE id = 1 FOR UPDATE")
        number = cursor.fetchone()[0]
        cursor.execute("INSERT INTO broker.bare_log (n, at) VALUES (%s, now())", [number])
        cursor.execute("UPDATE broker.bare_row SET n = n + 1 WHERE id = 1")
    rows = [
        {"even": n % 2, "number": n, "name": f"row {n}", "text": "x" * 120}
        for n in range(size // 180)
    ]
    page = template().render({"rows": rows, "rest": ""})
    return HttpResponse(page.ljust(size))


urlpatterns = [path("bare/", bare)]
