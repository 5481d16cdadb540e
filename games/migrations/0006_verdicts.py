"""Verdicts of the solver on deals that have ended, and the pools of winnable deals."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_boards'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(db_index=False, max_length=40, verbose_name='game')),
                ('rules', models.CharField(max_length=300, verbose_name='rules')),
                ('options', models.JSONField(verbose_name='options')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked at')),
            ],
            options={
                'verbose_name': 'pool of winnable deals',
                'verbose_name_plural': 'pools of winnable deals',
                'constraints': [models.UniqueConstraint(fields=('game', 'rules'), name='pool_once')],
            },
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=300, verbose_name='rules')),
                ('options', models.JSONField(verbose_name='options')),
                ('state', models.CharField(choices=[('due', 'being looked for'), ('solvable', 'solvable'), ('not solvable', 'not solvable'), ('not found', 'not found')], default='due', max_length=12, verbose_name='verdict')),
                ('line', models.TextField(blank=True, verbose_name='winning line')),
                ('nodes', models.BigIntegerField(default=0, verbose_name='tables looked at')),
                ('seconds', models.FloatField(default=0, verbose_name='seconds')),
                ('solver_version', models.PositiveIntegerField(default=0, verbose_name="solver's version")),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked at')),
                ('held_until', models.DateTimeField(blank=True, null=True, verbose_name='held until')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered at')),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='games.deal', verbose_name='deal')),
            ],
            options={
                'verbose_name': 'verdict of the solver',
                'verbose_name_plural': 'verdicts of the solver',
                'indexes': [models.Index(condition=models.Q(('state', 'due')), fields=['asked_at'], name='verdict_due')],
                'constraints': [models.UniqueConstraint(fields=('deal', 'rules'), name='verdict_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'solvable'), models.Q(('line', ''), _negated=True)), models.Q(models.Q(('state', 'solvable'), _negated=True), ('line', '')), _connector='OR'), name='verdict_solvable_with_a_line'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('state', 'due')), models.Q(models.Q(('state', 'due'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='verdict_due_or_answered')],
            },
        ),
    ]
