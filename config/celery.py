"""The Celery application. A task is a nudge about a row that is due; the sweep repeats it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fairdeal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
