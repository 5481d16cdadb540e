"""Findings by area: books, games, harm, laundering."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0006_audits'),
    ]

    operations = [
        migrations.AddField(
            model_name='finding',
            name='area',
            field=models.CharField(choices=[('books', 'books'), ('games', 'games'), ('harm', 'signs of harm'), ('laundering', 'signs of money laundering')], default='books', max_length=12, verbose_name='area'),
        ),
    ]
