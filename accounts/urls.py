"""Addresses of a person's own account; sign-in itself is django-allauth's."""

from django.urls import path

from accounts import document_views, identity_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.settings, name="settings"),
    path("table/", views.preferences, name="preferences"),
    path("security/", views.security, name="security"),
    path("security/sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("security/sessions/end/", views.end_all_sessions, name="end_all_sessions"),
    path("documents/", document_views.accept, name="accept"),
    path("identity/", identity_views.standing, name="identity"),
    path("identity/submit/", identity_views.submit, name="submit-identity"),
]
