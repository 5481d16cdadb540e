"""The pages' entry point for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Everything is loaded before the first request, and the collector does not look through it again.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
# A page makes some thousands of objects and few circles of them.
gc.set_threshold(20_000, 20, 20)
