"""Rights that belong to no table, as config/models.py has them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("house", "0002_void_round"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="right",
            options={
                "default_permissions": (),
                "managed": False,
                "permissions": (
                    ("view_replay", "Step through a settled round"),
                    ("void_round", "Void a round in play"),
                    ("decide_identity", "Look at documents and decide on an identity"),
                    ("disable_player", "Disable and enable the sign-in of a player"),
                    ("disable_staff", "Disable and enable the sign-in of a member of staff"),
                    ("give_roles", "Give and take the roles of staff"),
                    ("export_access", "Export who has access to the console"),
                ),
            },
        ),
    ]
