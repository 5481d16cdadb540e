#!/usr/bin/env python
"""Django's command line for Fairdeal."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.supervisor.environment import adopt

    adopt()  # a command run by hand finds the database that `make run` started
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
