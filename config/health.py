"""Whether everything runs: asked by load balancers and by the console, told by an alarm.

The worker and the stream leave a mark (Heartbeat) every half minute; beat is heard through the
worker, since it starts the task that leaves the mark.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.moments import moment
from config.models import Heartbeat
from wallet.models import Seal

SILENT_AFTER = timedelta(seconds=120)
SEAL_AFTER = timedelta(minutes=20)
QUEUE_MOST = 1000
DRIFT_MOST = timedelta(seconds=5)


class Check(NamedTuple):
    """One thing that must run: a word for it, whether it does, and a sentence for people."""

    name: str
    good: bool
    sentence: str


def beat(name: str) -> None:
    """Leave the mark of a process."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})


def checks() -> list[Check]:
    """Everything that is looked at."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (clock,) = cursor.fetchone()
    except DatabaseError:
        return [Check("database", False, _("The database does not answer."))]
    return [
        Check("database", True, _("The database answers.")),
        _clock(clock),
        _mark("worker", _("worker and beat")),
        _mark("stream", _("stream of live signals")),
        _queue(),
        *_seals(),
    ]


def sweep() -> dict[str, int]:
    """The worker's mark. It runs in the sweep, which beat starts and the worker does."""
    beat("worker")
    return {}


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 when all is well, else 503 and what is not, in words that tell nothing of players."""
    failing = [check.name for check in checks() if not check.good]
    answer = JsonResponse({"ok": not failing, "failing": failing}, status=503 if failing else 200)
    answer["Cache-Control"] = "no-store"
    return answer


def _clock(clock: datetime) -> Check:
    drift = abs(timezone.now() - clock)
    sentence = _("The clocks of this process and of the database differ by %(seconds).1f s.")
    return Check("clock", drift <= DRIFT_MOST, sentence % {"seconds": drift.total_seconds()})


def _mark(name: str, title: str) -> Check:
    at = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    if at is None:
        return Check(name, False, _("Nothing was heard of %(title)s yet.") % {"title": title})
    ago = timezone.now() - at
    sentence = _("%(title)s: last heard of %(seconds)d s ago.")
    told = sentence % {"title": title.capitalize(), "seconds": ago.total_seconds()}
    return Check(name, ago <= SILENT_AFTER, told)


def _queue() -> Check:
    """Messages that wait in the database's broker; another broker has its own watch."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('broker.kombu_message')")
        if not cursor.fetchone()[0] or not settings.CELERY_BROKER_URL.startswith("sqla"):
            return Check("queue", True, _("The broker is watched by itself."))
        cursor.execute("SELECT count(*) FROM broker.kombu_message WHERE visible")
        (waiting,) = cursor.fetchone()
    sentence = _("%(count)d messages wait for the workers.") % {"count": waiting}
    return Check("queue", waiting <= QUEUE_MOST, sentence)


def _seals() -> list[Check]:
    """The age of the newest seal; a house where nothing was ever sealed or waits has none."""
    newest = Seal.objects.order_by("-pk").values_list("made_at", flat=True).first()
    # Without anything new no seal is made: only rows that wait for one make it old.
    waiting = _rows_after_the_seals()
    if newest is None:
        sentence = _("Nothing was sealed yet; %(count)d transfers wait for a seal.")
        return [Check("seals", False, sentence % {"count": waiting})] if waiting else []
    old = timezone.now() - newest > SEAL_AFTER
    sentence = _("The newest seal is of %(at)s; %(count)d transfers wait for one.")
    told = sentence % {"at": moment(newest), "count": waiting}
    return [Check("seals", not (old and waiting), told)]


def _rows_after_the_seals() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM wallet_transfer WHERE id > coalesce("
            "(SELECT max(last_id) FROM wallet_seal WHERE subject = 'transfers'), 0) "
            "AND made_at < clock_timestamp() - make_interval(secs => %s)",
            [SEAL_AFTER.total_seconds()],
        )
        return int(cursor.fetchone()[0])
