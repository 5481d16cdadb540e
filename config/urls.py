"""Every address of the site, by room."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from payments.urls import process_data

from accounts.views import sign_out
from config import health, icons, install, live, metrics
from config.balance import balance
from config.own_data import own_data
from games import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("", include("games.urls")),
    path("", include("wallet.urls")),
    # What payment providers tell: the address that django-payments gives them.
    path("payments/process/<uuid:token>/", process_data, name="process_payment"),
    path("", include("wallet.safer_urls")),
    path("support/", include("support.urls")),
    path("", include("accounts.public_urls")),
    path("settings/own-data.json", own_data, name="own-data"),
    path("settings/", include("accounts.urls")),
    path("accounts/logout/", sign_out, name="account_logout"),
    path("accounts/", include("allauth.urls")),
    path("balance/<str:currency>/", balance, name="balance"),
    path("live/", live.stream if settings.STREAMS else live.nothing, name="live"),
    path("favicon.ico", icons.favicon, name="favicon"),
    path("app.webmanifest", install.manifest, name="manifest"),
    # At the root, so that its scope is the site.
    path("worker.js", install.worker, name="worker"),
    path("offline/", install.offline, name="offline"),
    path("health/", health.health, name="health"),
    path("metrics/", metrics.scrape, name="metrics"),
    path("console/", admin.site.urls),
]

# Django finds these here by their names.
handler403 = "config.console.refusals.forbidden"
handler404 = "config.console.refusals.not_found"
handler500 = "config.console.refusals.broken"
