"""Settings, URLs, the Celery application, the supervisor and the operator console."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
