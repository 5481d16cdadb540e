"""Addresses of the wallet and of the cashier."""

from django.urls import path

from wallet import views

app_name = "wallet"
urlpatterns = [
    path("wallet/", views.statement_page, name="statement"),
    path("wallet/money/", views.statement_page, {"book": "money"}, name="money"),
    path("wallet/fun/", views.statement_page, {"book": "fun"}, name="fun"),
    path("wallet/of/<str:cause>/", views.transfers_of, name="cause"),
    path("wallet/refill/", views.refill, name="refill"),
]
