"""Production mode: Django's deployment check finds nothing, and HTTPS is the only way in."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys

from config.supervisor.environment import CHECKOUT

PRODUCTION = {
    "FAIRDEAL_MODE": "production",
    "FAIRDEAL_HOSTS": "play.example",
    "FAIRDEAL_DEAL_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "DATABASE_URL": "postgresql:///none?host=/nowhere",
}


def managed(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` as production runs it."""
    environment = {"PATH": os.environ["PATH"], "FAIRDEAL_SECRET_KEY": secrets.token_urlsafe(64)}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=CHECKOUT,
        env=environment | PRODUCTION | changed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_finds_nothing() -> None:
    done = managed("check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


def test_a_weak_key_is_found() -> None:
    done = managed("check", "--deploy", "--fail-level", "WARNING", FAIRDEAL_SECRET_KEY="short")
    assert done.returncode != 0


def test_production_speaks_https_only() -> None:
    question = (
        "from django.conf import settings as s;"
        "print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.SECURE_HSTS_SECONDS > 30000000, s.DEBUG)"
    )
    assert managed("shell", "-v", "0", "-c", question).stdout.split() == [
        *["True"] * 4,
        "False",
    ]


def test_the_demo_refuses_a_public_name() -> None:
    done = managed("check", FAIRDEAL_MODE="demo")
    assert done.returncode != 0
    assert "refuses the host name play.example" in done.stderr
