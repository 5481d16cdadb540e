"""What is the same in every deployment: what runs when, and how much of anything is let in.

The settings take it over; nothing here is read from the environment.
"""

from __future__ import annotations

from typing import Any

CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {"task": "config.tasks.sweep", "schedule": 30.0, "options": {"expires": 25}},
    "seal": {"task": "wallet.tasks.seal", "schedule": 300.0, "options": {"expires": 290}},
    "purge the broker": {"task": "games.tasks.purge_broker", "schedule": 3600.0},
    "prove the books": {"task": "config.tasks.prove", "schedule": 86400.0},
    "note the liability": {"task": "wallet.tasks.note_liability", "schedule": 86400.0},
    "verify the boards": {"task": "games.tasks.verify_boards", "schedule": 86400.0},
}

# What the sweep calls, room by room.
SWEEPS = [
    "games.settlement.sweep",
    "games.safety.sweep",
    "wallet.sandbox.sweep",
    "wallet.deposits.sweep",
    "wallet.debts.sweep",
    "wallet.payouts.sweep",
    "games.daily.sweep",
    "games.simulations.sweep",
    "config.health.sweep",
    "config.audits.sweep",
    "accounts.housekeeping.sweep",
    "support.queue.run",
    "support.notices.sweep",
    "support.endings.sweep",
    "support.complaints.sweep",
    "support.retention.sweep",
    "config.limits.sweep",
    # Last, since it takes its time.
    "games.solvers.sweep",
]

# Of sign-in, by machine (ip), account (key) or player (user). Wrong tries of one account:
# accounts/door.py.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/5m/ip",
    "signup": "10/m/ip,30/h/ip",
    "reset_password": "10/m/ip,3/5m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "confirm_email": "1/1m/key",
}

# So many requests that do something, in so many seconds, for one player (config/limits.py).
REQUEST_LIMITS = {
    "games:deal": (60, 60),
    "games:restart": (60, 60),
    "games:hint": (120, 60),
    "games:winnable": (20, 60),
    "wallet:refill": (10, 60),
    "wallet:deposit": (20, 60),
    "wallet:sandbox": (30, 60),
    "process_payment": (600, 60),
    "wallet:cash-out": (10, 60),
    "support:contact": (20, 60),
    "support:say": (60, 60),
    "support:person": (20, 60),
    "support:read": (240, 60),
    "support:typing": (120, 60),
    "support:mail": (10, 60),
    "support:complaints": (20, 60),
    "support:escalate": (20, 60),
    "support:complaint-by-mail": (20, 60),
    "admin:desk-say": (90, 60),
    "admin:desk-typing": (120, 60),
    "admin:desk-reveal": (20, 60),
}

# Views that a page asks for by itself: they are no sign that somebody is there.
BACKGROUND_VIEWS = [
    *("live", "balance", "games:fragment", "wallet:deposit-news"),
    *("support:news", "support:badge", "support:read"),
    *("admin:desk-beat", "admin:desk-board", "admin:desk-news", "admin:desk-read"),
    *("admin:desk-card", "admin:desk-table"),
]

# Forms that take files: the bytes of the whole request (config/uploads.py).
UPLOADS = {
    "accounts:submit-identity": 3 * 4 * 1024 * 1024 + 262144,
    "support:say": 3 * 4 * 1024 * 1024 + 262144,
    "admin:desk-say": 3 * 4 * 1024 * 1024 + 262144,
}
