"""The house as a Django app, so that its commands and the console are found."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "config"
    label = "house"
    verbose_name = "Fairdeal"
