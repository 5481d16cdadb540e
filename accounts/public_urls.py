"""Addresses of documents that everybody may read, and of the demo's mails."""

from django.urls import path

from accounts import document_views

urlpatterns = [
    path("terms/", document_views.document, {"name": "terms"}, name="terms"),
    path("terms/<slug:version>/", document_views.document, {"name": "terms"}, name="terms"),
    path("privacy/", document_views.document, {"name": "privacy"}, name="privacy"),
    path("privacy/<slug:version>/", document_views.document, {"name": "privacy"}, name="privacy"),
    path("outbox/", document_views.outbox, name="outbox"),
    path("outbox/<int:pk>/", document_views.outbox_mail, name="outbox_mail"),
    path("outbox/<int:pk>/html/", document_views.outbox_html, name="outbox_html"),
]
