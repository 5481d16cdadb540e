"""Addresses of the wallet and of the cashier."""

from django.urls import path

from wallet import cash_out_views, views

app_name = "wallet"
urlpatterns = [
    path("wallet/", views.statement_page, name="statement"),
    path("wallet/money/", views.statement_page, {"book": "money"}, name="money"),
    path("wallet/fun/", views.statement_page, {"book": "fun"}, name="fun"),
    path("wallet/of/<str:cause>/", views.transfers_of, name="cause"),
    path("wallet/refill/", views.refill, name="refill"),
    path("cashier/cash-out/", cash_out_views.cash_out, name="cash-out"),
    path("cashier/cash-outs/", cash_out_views.cash_out_list, name="cash-outs"),
    path("cashier/cash-outs/<int:pk>/", cash_out_views.one_cash_out, name="one-cash-out"),
    path("cashier/cash-outs/<int:pk>/take-back/", cash_out_views.take_back, name="take-back"),
]
