"""Rights of the console that belong to no table, and the counts of requests."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.audit_models import Audit, AuditProgress, AuditRule
from config.finding_models import Finding, FindingNote
from config.record_models import Note, Proposal, Release

__all__ = [
    "Audit",
    "AuditProgress",
    "AuditRule",
    "Finding",
    "FindingNote",
    "Heartbeat",
    "Note",
    "Proposal",
    "Release",
    "RequestCount",
    "Right",
]


class Right(models.Model):
    """No table: it carries the rights that Django's own four for each model do not name."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (
            ("view_replay", _("Step through a settled round")),
            ("void_round", _("Void a round in play")),
            ("decide_identity", _("Look at documents and decide on an identity")),
            ("disable_player", _("Disable and enable the sign-in of a player")),
            ("disable_staff", _("Disable and enable the sign-in of a member of staff")),
            ("give_roles", _("Give and take the roles of staff")),
            ("export_access", _("Export who has access to the console")),
        )


class Heartbeat(models.Model):
    """When something that must run was last heard of."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class RequestCount(models.Model):
    """How often somebody did something in one span of time; shared by all web processes.

    Its table is unlogged: counting costs no wait for the disk, and after a crash it is empty.
    """

    # Who, what and when it began, as `deal:player:12:28412345`.
    key = models.CharField(max_length=120, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
