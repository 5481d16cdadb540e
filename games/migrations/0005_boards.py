"""What boards rank results by, results that fell, and links that share a round."""

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only

# Royal Parade has no modes; what was played by other rules than the usual ones is custom.
CUSTOM = """
ALTER TABLE games_result DISABLE TRIGGER games_result_no_change;
UPDATE games_result SET mode = 'custom'
    WHERE game = 'royal-parade' AND options <> 'aces=by hand, fill=at once, openers=set';
ALTER TABLE games_result ENABLE TRIGGER games_result_no_change;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_deals_of_the_house"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RunSQL(CUSTOM, migrations.RunSQL.noop),
        migrations.AddField(
            "result", "day", models.DateField(blank=True, null=True, verbose_name="day")
        ),
        migrations.AddField(
            "result",
            "points",
            models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.comparison.Coalesce(
                    models.F("score"), models.F("cards")
                ),
                output_field=models.IntegerField(verbose_name="points"),
            ),
        ),
        migrations.AddIndex(
            "result", models.Index(fields=["game", "mode", "ended_at"], name="result_of_board")
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                condition=models.Q(("day", None), ("restarted", False)),
                fields=["game", "mode", "-points", "seconds", "ended_at", "id"],
                name="result_ranked",
            ),
        ),
        migrations.CreateModel(
            name="Disproof",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                (
                    "found_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="found at"
                    ),
                ),
                (
                    "result",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disproof",
                        to="games.result",
                        verbose_name="result",
                    ),
                ),
            ],
            options={"verbose_name": "disproof", "verbose_name_plural": "disproofs"},
        ),
        append_only("games_disproof"),
        migrations.CreateModel(
            name="Share",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(max_length=64, unique=True, verbose_name="token"),
                ),
                (
                    "made_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="made at"
                    ),
                ),
                (
                    "withdrawn_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="withdrawn at"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shares",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shares",
                        to="games.round",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "shared link",
                "verbose_name_plural": "shared links",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("round",),
                        name="share_one_at_a_time",
                    )
                ],
            },
        ),
    ]
