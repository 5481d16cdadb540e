"""Indexes by which the console finds deals, rounds and moves."""

import django.contrib.postgres.indexes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_rounds_by_end'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='deal',
            index=models.Index(fields=['commitment'], name='deal_by_commitment'),
        ),
        migrations.AddIndex(
            model_name='deal',
            index=django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['made_at'], name='deal_by_time'),
        ),
        migrations.AddIndex(
            model_name='move',
            index=models.Index(condition=models.Q(('actor__in', ['house', 'staff'])), fields=['actor', '-id'], name='move_of_the_house'),
        ),
        migrations.AddIndex(
            model_name='move',
            index=django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['made_at'], name='move_by_time'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['started_at'], name='round_by_time'),
        ),
    ]
