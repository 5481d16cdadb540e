"""Make the event log append-only."""

from django.db import migrations

from accounts.history import append_only, refuse_change_function


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [refuse_change_function(), append_only("accounts_event")]
