"""Simulations that staff asked for, and their parts."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_verdicts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Simulation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=40, verbose_name='game')),
                ('strategy', models.CharField(max_length=20, verbose_name='strategy')),
                ('rounds', models.PositiveIntegerField(verbose_name='rounds')),
                ('seed', models.CharField(max_length=80, verbose_name='seed')),
                ('options', models.JSONField(verbose_name='options')),
                ('rules_version', models.PositiveIntegerField(verbose_name='rules version')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked at')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('cards', models.JSONField(blank=True, default=dict, verbose_name='cards')),
                ('won', models.PositiveIntegerField(default=0, verbose_name='won')),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
            ],
            options={
                'verbose_name': 'simulation',
                'verbose_name_plural': 'simulations',
            },
        ),
        migrations.CreateModel(
            name='SimulationPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField(verbose_name='first deal')),
                ('count', models.PositiveIntegerField(verbose_name='deals')),
                ('held_until', models.DateTimeField(blank=True, null=True, verbose_name='held until')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done at')),
                ('cards', models.JSONField(blank=True, default=dict, verbose_name='cards')),
                ('won', models.PositiveIntegerField(default=0, verbose_name='won')),
                ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='games.simulation', verbose_name='simulation')),
            ],
            options={
                'verbose_name': 'part of a simulation',
                'verbose_name_plural': 'parts of simulations',
            },
        ),
        migrations.AddIndex(
            model_name='simulation',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['id'], name='simulation_running'),
        ),
        migrations.AddIndex(
            model_name='simulationpart',
            index=models.Index(condition=models.Q(('done_at', None)), fields=['simulation', 'first'], name='simulation_part_due'),
        ),
        migrations.AddConstraint(
            model_name='simulationpart',
            constraint=models.UniqueConstraint(fields=('simulation', 'first'), name='simulation_part_once'),
        ),
    ]
