"""Files that forms take: whole pictures and plain documents, whatever they are called."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from accounts.uploads import taken
from tests.accounts.identities import PICTURE


def refusal(content: bytes) -> str:
    """Why a file is not taken; empty if it is."""
    try:
        taken([SimpleUploadedFile("my pass", content)])
    except ValidationError as why:
        return " ".join(why.messages)
    return ""


def drawn(kind: str, size: tuple[int, int] = (60, 40), **how: Any) -> bytes:
    """A picture as a program of others writes it."""
    file = io.BytesIO()
    Image.effect_noise(size, 60).convert("RGB").save(file, kind, **how)
    return file.getvalue()


def document(inside: bytes = b"", packed: bytes = b"") -> bytes:
    """A document of one page, with more in its catalogue or in a packed stream."""
    stream = zlib.compress(packed)
    head = b"<< /Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode /Length %d >>" % len(stream)
    return (
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R " + inside + b" >>\nendobj\n"
        b"2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n"
        b"3 0 obj\n" + head + b"\nstream\n" + stream + b"\nendstream\nendobj\n"
        b"trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"
    )


def resized(width: int, height: int) -> bytes:
    """A whole PNG that says it has this size."""
    data = struct.pack(">II", width, height) + PICTURE[24:29]
    return PICTURE[:16] + data + struct.pack(">I", zlib.crc32(b"IHDR" + data)) + PICTURE[33:]


@pytest.mark.parametrize(
    "content",
    [
        drawn("JPEG"),
        drawn("JPEG", progressive=True, exif=b"Exif\x00\x00notes"),
        # As phones write it: a second, smaller picture behind the first.
        drawn("JPEG") + drawn("JPEG", size=(8, 8)) + b"notes of the camera",
        drawn("PNG"),
        drawn("PNG", interlace=True),
        PICTURE,
        document(),
        document(packed=b"1 0 << /Type /Page >>"),
    ],
)
def test_whole_pictures_and_plain_documents_are_taken(content: bytes) -> None:
    assert refusal(content) == ""


@pytest.mark.parametrize(
    "content",
    [
        drawn("JPEG")[:-200],
        drawn("JPEG")[:3] + bytes(400),
        b"\xff\xd8\xff\xd9",
        drawn("JPEG") + b"<script>alert(1)</script>",
        drawn("JPEG") + b"PK\x03\x04 an archive",
        drawn("PNG")[:-12],
        PICTURE + b"<?php",
        PICTURE[:50] + b"x" + PICTURE[51:],
        PICTURE[:8] + PICTURE[33:],
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.7 and nothing more",
        document()[:-8],
        document() + bytes(5000),
    ],
)
def test_what_is_cut_damaged_or_has_something_behind_it_is_not_taken(content: bytes) -> None:
    assert "damaged or not whole" in refusal(content)


@pytest.mark.parametrize("size", [(0, 16), (16, 20_000), (11_000, 11_000)])
def test_a_picture_of_no_usual_size_is_not_taken(size: tuple[int, int]) -> None:
    assert "usual size" in refusal(resized(*size))


@pytest.mark.parametrize(
    "inside",
    [
        b"/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
        b"/OpenAction [2 0 R /Fit]",
        b"/AA << /O << /S /JavaScript >> >>",
        b"/Names << /Java#53cript 4 0 R >>",
        b"/Names << /EmbeddedFiles 4 0 R >>",
        b"/A << /S /Launch >>",
        b"/Encrypt 5 0 R",
        b"/XFA [1 0 R]",
    ],
)
def test_a_document_that_does_something_is_not_taken_wherever_that_lies(inside: bytes) -> None:
    for content in (document(inside), document(packed=b"1 0 << " + inside + b" >>")):
        assert "scripts, actions, attachments or a lock" in refusal(content)


def test_a_document_packed_beyond_measure_or_in_another_way_is_not_taken() -> None:
    assert "damaged" in refusal(document(packed=bytes(20 * 1024 * 1024)))
    other = document(packed=b"1 0 << /Launch >>").replace(b"x\x9c", b"yy")
    assert "damaged" in refusal(other)
