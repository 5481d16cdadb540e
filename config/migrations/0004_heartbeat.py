"""When something that must run was last heard of."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0003_rights'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
        ),
    ]
