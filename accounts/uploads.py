"""Files that a form takes: whole ones of the types that first bytes name, and of a size.

No other form takes any (config/security.py): a file sent to one is refused before it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from accounts import file_forms

FILE_BYTES_MOST = 4 * 1024 * 1024
FILES_MOST = 3
# What a file begins with, whatever it is called.
BEGINNINGS = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"%PDF-": "application/pdf",
}
ENDINGS = {"image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf"}


class Upload(NamedTuple):
    """A file that was taken: a harmless name, its type as found, and its bytes."""

    name: str
    content_type: str
    content: bytes


def taken(files: Iterable[UploadedFile]) -> list[Upload]:
    """The files, checked. Raises ValidationError with a sentence that names the file."""
    given = list(files)
    if len(given) > FILES_MOST:
        raise ValidationError(_("Please send at most %(most)d files.") % {"most": FILES_MOST})
    return [_taken(file) for file in given]


def _taken(file: UploadedFile) -> Upload:
    name = str(file.name or "")[:120]
    if (file.size or 0) > FILE_BYTES_MOST:
        raise ValidationError(_("%(name)s is larger than 4 MB.") % {"name": name})
    content = bytes(file.read())
    for beginning, kind in BEGINNINGS.items():
        if content.startswith(beginning):
            if why := file_forms.why_not(kind, content):
                raise ValidationError(why % {"name": name})
            return Upload(_harmless(name, kind), kind, content)
    raise ValidationError(_("%(name)s is no JPEG, PNG or PDF file.") % {"name": name})


def _harmless(name: str, kind: str) -> str:
    """A name of letters and digits with the ending of its type."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", name.rsplit(".", 1)[0]).strip("-")[:60]
    return (stem or "document") + ENDINGS[kind]
