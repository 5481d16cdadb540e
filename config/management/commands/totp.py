"""A current code for somebody of the demo: `manage.py totp administrator`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import Player
from config.management.commands import demo


class Command(BaseCommand):
    help = "Prints the code that a demo person's authenticator shows now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who."""
        parser.add_argument("name", help="an e-mail address, or what stands before its @")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the code. CommandError outside demo mode and for somebody without a key."""
        if not settings.DEMO:
            raise CommandError("Codes are printed in demo mode only.")
        name = options["name"]
        email = name if "@" in name else f"{name}@{demo.DOMAIN}"
        person = Player.objects.filter(email=email.lower()).first()
        if person is None or not demo.has_key(person):
            raise CommandError(f"There is nobody with an authenticator at {email}.")
        step = int(time.time()) // app_settings.TOTP_PERIOD
        self.stdout.write(format_hotp_value(hotp_value(demo.key(person), step)))
