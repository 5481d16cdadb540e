"""Addresses of a person's own account; sign-in itself is django-allauth's."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.settings, name="settings"),
]
