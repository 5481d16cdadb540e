"""A sign-in from a device or an address that is new is told by mail, a known one is not."""

from __future__ import annotations

import pytest

from accounts.models import Mail
from tests import factories
from tests.accounts.door import signed_in

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0"


def test_a_new_device_is_told_by_mail_and_a_known_one_is_not() -> None:
    player = factories.player()
    signed_in(player, **{"user-agent": FIREFOX})
    signed_in(player, **{"user-agent": FIREFOX})
    assert not Mail.objects.filter(player=player).exists()
    signed_in(player, **{"user-agent": CHROME})
    mail = Mail.objects.get(player=player)
    assert "new device" in mail.subject
    assert "Chrome, Windows" in mail.text
    assert "127.0.0.1" in mail.text
