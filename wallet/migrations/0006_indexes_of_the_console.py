"""Indexes by which the console finds transfers: the house's, rare kinds, a day's."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0005_cash_outs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(condition=models.Q(('source_no__isnull', True)), fields=['source', '-id'], name='transfer_from_house'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(condition=models.Q(('target_no__isnull', True)), fields=['target', '-id'], name='transfer_to_house'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(condition=models.Q(('kind__in', ['refund', 'grant', 'refill', 'test money', 'correction', 'reversal', 'deposit', 'fee', 'chargeback', 'repayment', 'bank return', 'cash-out', 'cash-out sent', 'cash-out refused'])), fields=['kind', '-id'], name='transfer_of_rare_kind'),
        ),
        migrations.AddIndex(
            model_name='transfer',
            index=models.Index(fields=['made_at'], name='transfer_by_time'),
        ),
    ]
