"""Addresses of safer play, which stand among the settings of a player."""

from django.urls import path

from wallet import safer_views

app_name = "safer"
urlpatterns = [
    path("settings/limits/", safer_views.limits_page, name="limits"),
    path("settings/limits/<int:pk>/confirm/", safer_views.confirm, name="confirm"),
    path("settings/limits/<int:pk>/cancel/", safer_views.cancel, name="cancel"),
    path("settings/limits/choice/", safer_views.choice, name="choice"),
    path("settings/limits/time-out/", safer_views.time_out, name="time-out"),
    path("settings/limits/exclusion/", safer_views.self_exclusion, name="exclusion"),
    path("settings/limits/come-back/", safer_views.come_back, name="come-back"),
    path("settings/limits/reality/", safer_views.reality_check, name="reality"),
    path("settings/limits/reality/interval/", safer_views.reality_interval, name="interval"),
    path("settings/close/", safer_views.close, name="close"),
    path("help/safer-play/", safer_views.help_page, name="help"),
]
