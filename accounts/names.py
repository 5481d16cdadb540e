"""What a display name may be: something to be seen, which leaves the text around it alone."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Letters and signs to Unicode, and yet nothing to be seen: fillers of Hangul, the empty Braille.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
# Control and format characters (which turn the direction of a line), ends of lines and paragraphs.
REFUSED = ("C", "Zl", "Zp")
SEEN = ("L", "N", "P", "S")


def check_name(name: str) -> None:
    """Raises ValidationError for a name that would look empty or change how other text is shown."""
    if any(unicodedata.category(sign).startswith(REFUSED) for sign in name):
        raise ValidationError(_("A display name takes no invisible characters."))
    if any(sign in BLANKS for sign in name) or (name and not _is_seen(name)):
        raise ValidationError(_("A display name needs something that can be seen."))


def _is_seen(name: str) -> bool:
    return any(unicodedata.category(sign).startswith(SEEN) for sign in name)
