"""Rounds are looked up by when they ended."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_switches'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='round',
            index=models.Index(fields=['currency', 'ended_at'], name='round_ended'),
        ),
    ]
