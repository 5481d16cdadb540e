"""Who a player is: what was submitted, the documents, and long absences."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_safer_play"),
    ]

    operations = [
        migrations.CreateModel(
            name="IdentityCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("full_name", models.CharField(max_length=120, verbose_name="full name")),
                ("birth_date", models.DateField(verbose_name="birth date")),
                ("street", models.CharField(max_length=120, verbose_name="street and number")),
                ("postal_code", models.CharField(max_length=20, verbose_name="postal code")),
                ("city", models.CharField(max_length=80, verbose_name="town")),
                ("country", models.CharField(max_length=60, verbose_name="country")),
                (
                    "document",
                    models.CharField(
                        choices=[
                            ("passport", "passport"),
                            ("identity card", "identity card"),
                            ("driving licence", "driving licence"),
                        ],
                        max_length=20,
                        verbose_name="document",
                    ),
                ),
                ("document_number", models.BinaryField(verbose_name="document number, sealed")),
                (
                    "document_tail",
                    models.CharField(max_length=4, verbose_name="document number ends in"),
                ),
                ("valid_until", models.DateField(verbose_name="document valid until")),
                ("person_key", models.CharField(max_length=64)),
                ("document_key", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("submitted", "waits for us"),
                            ("verified", "verified"),
                            ("refused", "refused"),
                            ("replaced", "replaced"),
                        ],
                        db_index=True,
                        default="submitted",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                (
                    "submitted_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="submitted at"
                    ),
                ),
                (
                    "decided_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="decided at"),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decided by",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="identity_checks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "identity",
                "verbose_name_plural": "identities",
            },
        ),
        migrations.CreateModel(
            name="IdentityFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("content_type", models.CharField(max_length=40, verbose_name="type")),
                ("size", models.PositiveIntegerField(verbose_name="size in bytes")),
                ("content", models.BinaryField(verbose_name="content, sealed")),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="at"),
                ),
                (
                    "check_of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="files",
                        to="accounts.identitycheck",
                        verbose_name="identity",
                    ),
                ),
            ],
            options={
                "verbose_name": "document",
                "verbose_name_plural": "documents",
            },
        ),
        migrations.CreateModel(
            name="Dormancy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "since",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="since"),
                ),
                (
                    "told_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="player told at"),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dormancies",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "dormancy",
                "verbose_name_plural": "dormancies",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("player",),
                        name="dormancy_one_open",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "submitted")),
                fields=("player",),
                name="identity_one_waits",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "verified")),
                fields=("player",),
                name="identity_one_in_force",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "verified")),
                fields=("person_key",),
                name="identity_person_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "verified")),
                fields=("document_key",),
                name="identity_document_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "submitted")),
                    models.Q(
                        models.Q(("state", "submitted"), _negated=True),
                        ("decided_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="identity_decided_at_a_time",
            ),
        ),
        append_only("accounts_identityfile"),
    ]
