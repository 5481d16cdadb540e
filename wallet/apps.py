"""Accounts of money, the transfers between them, their seals and the proof of the books."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        """Tell the proof what open cash-outs hold; hear what gateways say of payments."""
        from payments.signals import status_changed

        from wallet import cash_outs, deposits, proof
        from wallet.models import AccountKind

        proof.expect(AccountKind.CASH_OUT, cash_outs.open_sums)
        status_changed.connect(deposits.gateway_says, dispatch_uid="wallet.deposits")
