"""Payouts to audit, and the rules that choose them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_switches'),
        ('house', '0005_findings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditProgress',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('until', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='AuditRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('win above', 'win above an amount (minor units)'), ('win multiple', 'payout of so many hundredths of the stake'), ('speed', 'faster than so many milliseconds a move'), ('run', 'last 100 rounds so many hundredths of a deviation above the theory'), ('first big win', "a player's first win above an amount (minor units)"), ('sample', 'so many of a thousand rounds, by chance')], max_length=20, unique=True, verbose_name='rule')),
                ('threshold', models.PositiveIntegerField(verbose_name='threshold')),
                ('on', models.BooleanField(default=True, verbose_name='in force')),
            ],
            options={
                'verbose_name': 'rule of audits',
                'verbose_name_plural': 'rules of audits',
            },
        ),
        migrations.CreateModel(
            name='Audit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reasons', models.JSONField(verbose_name='reasons')),
                ('state', models.CharField(choices=[('open', 'open'), ('passed', 'passed'), ('questioned', 'questioned')], default='open', max_length=10, verbose_name='state')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='chosen at')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('auditor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='auditor')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audits', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='games.round', verbose_name='round')),
            ],
            options={
                'verbose_name': 'audit of a payout',
                'verbose_name_plural': 'audits of payouts',
                'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['made_at'], name='audit_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('auditor', None), ('decided_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('auditor__isnull', False), ('decided_at__isnull', False)), _connector='OR'), name='audit_decided_by_somebody')],
            },
        ),
    ]
