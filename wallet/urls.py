"""Addresses of the wallet. Each view is handed `smallest_bet`, which the games know."""

from django.urls import path

from wallet import views

app_name = "wallet"
urlpatterns = [
    path("", views.statement_page, name="statement"),
    path("money/", views.statement_page, {"book": "money"}, name="money"),
    path("fun/", views.statement_page, {"book": "fun"}, name="fun"),
    path("of/<str:cause>/", views.transfers_of, name="cause"),
    path("refill/", views.refill, name="refill"),
]
