"""Accounts of money, the transfers between them, their seals and the proof of the books."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        """Tell the proof what open cash-outs hold."""
        from wallet import cash_outs, proof
        from wallet.models import AccountKind

        proof.expect(AccountKind.CASH_OUT, cash_outs.open_sums)
