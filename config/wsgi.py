"""The pages' entry point for gunicorn."""

import os
import sys

from django.core.wsgi import get_wsgi_application

# A move asks the database often, and waits for its turn among the threads after each answer: let
# turns be short, so that one request that computes does not make the others wait for it.
sys.setswitchinterval(0.001)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
