"""What lets somebody without a sign-in go on about a complaint: its number, signed.

Only mails to the address of the complaint tell it. A player's complaint has none.
"""

from __future__ import annotations

from contextlib import suppress

from django.core.signing import BadSignature, Signer

from support.models import Complaint

SIGNER = Signer(sep=".", salt="support.complaint")


def ticket(complaint: Complaint) -> str:
    """The ticket of a complaint, as it stands in an address."""
    return SIGNER.sign(str(complaint.pk))


def complaint_of(shown: str) -> Complaint | None:
    """The complaint of a ticket; None for anything that is no ticket."""
    with suppress(BadSignature):
        return Complaint.objects.filter(pk=int(SIGNER.unsign(shown)), player=None).first()
    return None
