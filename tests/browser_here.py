"""Which Chromium the tests use; `python -m tests.browser_here` fails when there is none."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed_browser() -> str | None:
    """The path of a Chromium: the machine's, else playwright's own, else None."""
    if path := next(filter(None, map(shutil.which, NAMES)), None):
        return path
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    path = installed_browser()
    print(path or "There is no Chromium here; make test brings one.")
    sys.exit(path is None)
