"""Results of rounds of solitaire, a history: what the figures of a player are counted from."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_histories"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(db_index=False, max_length=40, verbose_name="game")),
                ("currency", models.CharField(max_length=3, verbose_name="currency")),
                ("mode", models.CharField(blank=True, max_length=20, verbose_name="mode")),
                ("options", models.CharField(max_length=300, verbose_name="options")),
                ("won", models.BooleanField(verbose_name="won")),
                ("cards", models.PositiveSmallIntegerField(verbose_name="cards")),
                ("score", models.IntegerField(null=True, verbose_name="score")),
                ("moves", models.PositiveIntegerField(verbose_name="moves")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds")),
                ("restarted", models.BooleanField(verbose_name="another go at the same deal")),
                ("ended_at", models.DateTimeField(verbose_name="ended at")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="games.round",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "result",
                "verbose_name_plural": "results",
                "indexes": [models.Index(fields=["player", "game"], name="result_of_player")],
            },
        ),
        append_only("games_result"),
    ]
