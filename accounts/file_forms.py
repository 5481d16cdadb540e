"""Whether a file is what its first bytes say: a whole picture or document of a sane size, no more.

Read without a library for pictures: nothing is decoded, only the outline that every such file has.
The functions say why a file is not taken; an empty text means that it is.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

from django.utils.translation import gettext as _

SIDE_MOST, PIXELS_MOST = 12_000, 100_000_000
# Frames of JPEG that hold a size: all of C0 to CF but tables and what is reserved.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
BARE = frozenset({0x01, *range(0xD0, 0xD8)})  # markers without a length
START_OF_SCAN = 0xDA
# What a document does by itself or has others do, by the names that it cannot do without: none of
# it is needed to show a passport. Names of a letter or two would be found in any picture's bytes.
DEEDS = re.compile(
    rb"/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|"
    rb"Encrypt)(?![A-Za-z0-9])|/XFA[\s\[\d]"
)
# Objects may lie in packed streams, which are unpacked to look.
# The name may be written with its letters as numbers.
PACKED = re.compile(
    rb"/" + b"".join(rb"(?:%c|#%02X|#%02x)" % (c, c, c) for c in b"ObjStm") + rb"(?![A-Za-z0-9#])"
)
PACKED_MOST, UNPACKED_MOST = 200, 16 * 1024 * 1024
# What some programs would run, read or unpack if they found it behind a picture.
FOREIGN = re.compile(rb"<(?:script|html|svg|\?php|!doctype)|%PDF-|PK\x03\x04", re.IGNORECASE)
PNG_HEAD = 8


class _Broken(ValueError):
    """The file is not built as its kind is."""


def why_not(kind: str, content: bytes) -> str:
    """Why a file of that type is not taken."""
    try:
        if kind == "application/pdf":
            return _why_not_document(content)
        width, height = _jpeg_size(content) if kind == "image/jpeg" else _png_size(content)
    except (_Broken, struct.error, IndexError):
        return _("%(name)s is damaged or not whole. Please send it again.")
    if not (0 < width <= SIDE_MOST and 0 < height <= SIDE_MOST and width * height <= PIXELS_MOST):
        return _("%(name)s is no picture of a usual size.")
    return ""


def _png_size(content: bytes) -> tuple[int, int]:
    """Width and height. The chunks must be whole, from the header to the end, and then nothing."""
    at, size = PNG_HEAD, (0, 0)
    kinds: list[bytes] = []
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        data = content[at + 8 : at + 8 + length]
        (told,) = struct.unpack(">I", content[at + 8 + length : at + 12 + length])
        if told != zlib.crc32(kind + data):
            raise _Broken
        if not kinds:
            size = struct.unpack(">II", data[:8])
        kinds.append(kind)
        at += 12 + length
    if not kinds or kinds[0] != b"IHDR" or kinds[-1] != b"IEND" or b"IDAT" not in kinds:
        raise _Broken
    if kinds.count(b"IEND") != 1:
        raise _Broken
    return size


def _jpeg_size(content: bytes) -> tuple[int, int]:
    """Width and height. Its segments must lead to a scan, and that to an end. What cameras write
    behind it, a smaller picture or notes of their own, may be there unless it is of another kind.
    """
    size: tuple[int, int] | None = None
    for marker, at, data in _segments(content):
        if marker in FRAMES:
            height, width = struct.unpack(">HH", data[1:5])
            size = (width, height)
        elif marker == START_OF_SCAN:
            end = content.find(b"\xff\xd9", at)
            if size is None or end < 0 or FOREIGN.search(content, end):
                raise _Broken
            return size
    raise _Broken


def _segments(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The segments up to the first scan: marker, where its data begins, and the data."""
    at = 2
    while True:
        if content[at] != 0xFF:
            raise _Broken
        marker = content[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker in BARE:
            at += 2
        else:
            (length,) = struct.unpack(">H", content[at + 2 : at + 4])
            if length < 2:
                raise _Broken
            yield marker, at + 4, content[at + 4 : at + 2 + length]
            at += 2 + length


def _why_not_document(content: bytes) -> str:
    tail = content[-1024:].rstrip(b"\x00\r\n\t ")
    if not tail.endswith(b"%%EOF") or b"startxref" not in tail:
        raise _Broken
    if any(DEEDS.search(part) for part in (_plain_names(content), *_unpacked(content))):
        return _(
            "%(name)s holds scripts, actions, attachments or a lock. Please send a plain document, "
            "or a picture of it."
        )
    return ""


def _plain_names(content: bytes) -> bytes:
    """With the letters that a name may hide as #4A."""
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), content)


def _unpacked(content: bytes) -> Iterator[bytes]:
    """What packed objects hold. Raises _Broken for what is too much or packed in another way."""
    left = UNPACKED_MOST
    starts = {content.find(b"stream", found.end()) for found in PACKED.finditer(content)}
    if len(starts) > PACKED_MOST or -1 in starts:
        raise _Broken
    for start in sorted(starts):
        packed = content[start + len(b"stream") : content.find(b"endstream", start)].lstrip(b"\r\n")
        try:
            part = zlib.decompressobj().decompress(packed, left)
        except zlib.error:
            raise _Broken from None
        left -= len(part)
        if left <= 0:
            raise _Broken
        yield _plain_names(part)
