"""Addresses of the wallet and of the cashier."""

from django.urls import path

from wallet import cash_out_views, cashier_views, sandbox_views, seal_views, views

app_name = "wallet"
urlpatterns = [
    path("wallet/", views.statement_page, name="statement"),
    path("wallet/money/", views.statement_page, {"book": "money"}, name="money"),
    path("wallet/fun/", views.statement_page, {"book": "fun"}, name="fun"),
    path("wallet/money.csv", views.statement_csv, {"book": "money"}, name="money-csv"),
    path("wallet/fun.csv", views.statement_csv, {"book": "fun"}, name="fun-csv"),
    path("wallet/of/<str:cause>/", views.transfers_of, name="cause"),
    path("wallet/refill/", views.refill, name="refill"),
    path("fairness/seals/", seal_views.seals, name="seals"),
    path("fairness/seals.csv", seal_views.seals_file, name="seals-file"),
    path("cashier/", cashier_views.cashier, name="cashier"),
    path("cashier/deposit/", cashier_views.deposit, name="deposit"),
    path("cashier/deposits/", cashier_views.deposit_list, name="deposits"),
    path("cashier/deposits/<int:pk>/", cashier_views.deposited, name="deposited"),
    path("cashier/deposits/<int:pk>/news/", cashier_views.deposit_news, name="deposit-news"),
    path("cashier/deposits/<int:pk>/pay/", cashier_views.pay, name="pay"),
    path("cashier/deposits/<int:pk>/cancel/", cashier_views.cancel, name="cancel-deposit"),
    path("cashier/methods/", cashier_views.methods, name="methods"),
    path("cashier/methods/<int:pk>/remove/", cashier_views.remove_method, name="remove-method"),
    path("cashier/sandbox/<uuid:token>/", sandbox_views.sandbox_page, name="sandbox"),
    path("cashier/cash-out/", cash_out_views.cash_out, name="cash-out"),
    path("cashier/cash-outs/", cash_out_views.cash_out_list, name="cash-outs"),
    path("cashier/cash-outs/<int:pk>/", cash_out_views.one_cash_out, name="one-cash-out"),
    path("cashier/cash-outs/<int:pk>/take-back/", cash_out_views.take_back, name="take-back"),
]
