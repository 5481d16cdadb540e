"""A provider of payouts that is slow, for tests that kill the worker while it pays."""

from __future__ import annotations

import os
import time

from wallet.payout_providers import Answer, Order, Sandbox

SECONDS = 30


class Slow(Sandbox):
    """The sandbox, asleep `before` or `after` it has paid, as SLOW_PROVIDER says."""

    def pay(self, order: Order) -> Answer:
        """Pay, and sleep."""
        if os.environ.get("SLOW_PROVIDER") == "before":
            time.sleep(SECONDS)
        answer = super().pay(order)
        if os.environ.get("SLOW_PROVIDER") == "after":
            time.sleep(SECONDS)
        return answer
