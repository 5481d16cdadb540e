"""Corrections proposed and approved, notes on players, releases of the games."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0007_areas_of_findings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('text', models.TextField(max_length=2000, verbose_name='note')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'note on a player',
                'verbose_name_plural': 'notes on players',
            },
        ),
        migrations.CreateModel(
            name='Release',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('files', models.JSONField(verbose_name='digests of the files')),
                ('weight', models.CharField(choices=[('major', 'major: dice, scaling, rules or paytables, tested anew'), ('minor', 'minor: nothing that decides a game')], max_length=5, verbose_name='weight')),
                ('changed', models.CharField(max_length=500, verbose_name='what changed')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='approved by')),
            ],
            options={
                'verbose_name': 'release of the games',
                'verbose_name_plural': 'releases of the games',
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('amount', models.BigIntegerField(help_text='Minor units; below zero takes.', verbose_name='amount')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='proposed at')),
                ('state', models.CharField(choices=[('open', 'waits for a second person'), ('approved', 'approved'), ('refused', 'refused')], default='open', max_length=10, verbose_name='state')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='answer')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'correction',
                'verbose_name_plural': 'corrections',
                'constraints': [models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='proposal_of_something'), models.CheckConstraint(condition=models.Q(('decided_by', None), models.Q(('decided_by', models.F('made_by')), _negated=True), _connector='OR'), name='proposal_decided_by_another'), models.CheckConstraint(condition=models.Q(models.Q(('decided_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='proposal_decided_by_somebody')],
            },
        ),
        append_only('house_note'),
        append_only('house_release'),
    ]
