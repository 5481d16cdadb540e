"""What chats and complaints said is dropped once it has been kept for its time.

Lines and complaints are histories for the application: only two functions of the database can empty
them, and these look at the dates themselves (migration 0004). Numbers, times and who wrote stay.
"""

from __future__ import annotations

from django.db import connection
from django.utils import timezone

from accounts.jurisdiction import profile

AT_ONCE = 200


def sweep() -> dict[str, int]:
    """Empty what is older than the profile's times; files go with the lines that they came with."""
    now, kept = timezone.now(), profile()
    with connection.cursor() as cursor:
        cursor.execute("SELECT support_forget_chats(%s, %s)", [now - kept.chats_kept, AT_ONCE])
        (chats,) = cursor.fetchone()
        cursor.execute(
            "SELECT support_forget_complaints(%s, %s)", [now - kept.complaints_kept, AT_ONCE]
        )
        (complaints,) = cursor.fetchone()
    return {"chats emptied": chats, "complaints emptied": complaints}
