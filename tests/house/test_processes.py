"""Web, worker and database as real processes: whichever is killed, the house comes back."""

import urllib.request

import psycopg
import pytest

from accounts.models import Player
from config.celery import app as celery_app
from tests.house.processes import House
from tests.house.test_make_run import wait_for


def status(house: House) -> int:
    with urllib.request.urlopen(f"{house.url}/") as page:
        return page.status


def messages_waiting(dsn: str) -> int:
    with psycopg.connect(dsn) as connection:
        query = "SELECT count(*) FROM broker.kombu_message WHERE visible"
        return connection.execute(query).fetchone()[0]


@pytest.mark.parametrize("victim", ["web", "worker", "database"])
def test_it_answers_again_after_a_kill_with_its_rows(house: House, victim: str) -> None:
    Player.objects.create(email="kept@example.com")
    house.start()
    house.kill9(victim)
    house.restart()
    assert status(house) == 200
    assert Player.objects.filter(email="kept@example.com").count() == 1


def test_web_finds_a_database_that_was_killed_and_came_back_without_its_own_restart(
    house: House,
) -> None:
    house.start(worker=False)
    web = house.children["web"].process.pid
    house.kill9("database")
    house.restart()
    assert house.children["web"].process.pid == web
    assert status(house) == 200


def test_the_worker_takes_messages_from_postgresql(house: House, app_dsn: str) -> None:
    house.start(web=False)
    celery_app.send_task("config.tasks.sweep")
    wait_for(lambda: "Task config.tasks.sweep" in house.log_of("worker"))
    wait_for(lambda: messages_waiting(app_dsn) == 0)


def test_the_worker_goes_on_after_the_database_was_killed(house: House, app_dsn: str) -> None:
    house.start(web=False)
    wait_for(lambda: "ready." in house.log_of("worker"))
    worker = house.children["worker"].process.pid
    house.kill9("database")
    house.restart()
    before = house.log_of("worker").count("Task config.tasks.sweep")
    celery_app.send_task("config.tasks.sweep")
    wait_for(lambda: house.log_of("worker").count("Task config.tasks.sweep") > before)
    wait_for(lambda: messages_waiting(app_dsn) == 0)
    assert house.children["worker"].process.pid == worker


@pytest.mark.django_db
def test_no_player_is_left_over_from_other_tests() -> None:
    assert Player.objects.count() == 0
