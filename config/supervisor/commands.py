"""Several commands of manage.py in one process: loading the product takes longer than most of them.

`python -m config.supervisor.commands "migrate --verbosity 0" grant_app`: each argument is a command
with its words. It ends with 1 at the first that fails, and names it.
"""

import os
import sys
import traceback
from collections.abc import Sequence


def main(commands: Sequence[str]) -> int:
    """Run Django's checks and then these, one after another; 0 when all have done their work."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import BaseCommand, CommandError, call_command

    try:
        django.setup()
        BaseCommand().check()
    except (ImproperlyConfigured, CommandError) as fault:
        return _failed("check", str(fault))
    for command in commands:
        try:
            call_command(*command.split())
        except CommandError as fault:
            return _failed(command, str(fault))
        except Exception:
            return _failed(command, traceback.format_exc())
    return 0


def _failed(command: str, why: str) -> int:
    print(f"{why}\nmanage.py {command.split()[0]} failed.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
