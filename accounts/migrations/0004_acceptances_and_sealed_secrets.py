"""Acceptances are a history; secrets of second factors made before are encrypted now."""

from django.db import migrations

from accounts.history import append_only
from accounts.second_factors import SEALED, seal

# Where django-allauth keeps what only the server may know.
KEPT_UNDER = {"totp": "secret", "recovery_codes": "seed"}


def seal_secrets(apps, schema_editor):
    for one in apps.get_model("mfa", "Authenticator").objects.filter(type__in=KEPT_UNDER):
        name = KEPT_UNDER[one.type]
        if name in one.data and not one.data[name].startswith(SEALED):
            one.data[name] = seal(one.data[name])
            one.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_sign_up"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [
        append_only("accounts_acceptance"),
        migrations.RunPython(seal_secrets, migrations.RunPython.noop),
    ]
