"""`manage.py grant_app`: gives the role `app` its rights. Run as the owner, after migrate."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction

from config.roles import grants


class Command(BaseCommand):
    """Takes all rights of `app` away and grants what the models say, at once."""

    help = "Give the database role app its rights (as owner, after migrate)."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            for statement in grants(tables):
                cursor.execute(statement.as_string(cursor.connection))
