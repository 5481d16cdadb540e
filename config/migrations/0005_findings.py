"""What the house's checks found, with notes, a history."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0004_heartbeat'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('check_name', models.CharField(max_length=60, verbose_name='check')),
                ('of', models.CharField(max_length=80, verbose_name='row')),
                ('sentence', models.TextField(verbose_name='what was found')),
                ('found_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='found at')),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='last seen at')),
                ('times', models.PositiveIntegerField(default=1, verbose_name='times seen')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('disposition', models.CharField(blank=True, max_length=500, verbose_name='how it ended')),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ended by')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='taken by')),
            ],
            options={
                'verbose_name': 'finding',
                'verbose_name_plural': 'findings',
            },
        ),
        migrations.CreateModel(
            name='FindingNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('text', models.TextField(max_length=2000, verbose_name='note')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('finding', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='house.finding', verbose_name='finding')),
            ],
            options={
                'verbose_name': 'note on a finding',
                'verbose_name_plural': 'notes on findings',
            },
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('check_name', 'of'), name='finding_open_once'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('disposition', ''), ('ended_at', None)), models.Q(('ended_at__isnull', False), ('ended_by__isnull', False), models.Q(('disposition', ''), _negated=True)), _connector='OR'), name='finding_ended_by_somebody'),
        ),
        append_only('house_findingnote'),
    ]
