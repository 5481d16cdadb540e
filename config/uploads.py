"""Which forms take files: those that settings name, within the size that they name there.

To any other form a file is an error, whatever its size, and nothing of it is kept.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler
from django.http import HttpRequest
from django.urls import Resolver404, resolve


class NoFiles(FileUploadHandler):
    """Refuses the first file of a request."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Raises TooManyFilesSent, which is answered like any request that makes no sense."""
        raise TooManyFilesSent("No file was asked for.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Never reached."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Never reached."""


def bytes_most(request: HttpRequest) -> int:
    """The size of a body that this address takes; where it takes files, they are let in."""
    if not (request.content_type or "").startswith("multipart/"):
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        name = resolve(request.path_info).view_name
    except Resolver404:
        name = ""
    if most := settings.UPLOADS.get(name):
        request.upload_handlers = [MemoryFileUploadHandler(request)]
        return int(most)
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
