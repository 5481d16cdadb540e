"""What tests of addresses may ask for."""

import pytest

from tests.security.world import World


@pytest.fixture(scope="module")
def world(shared_rows: None) -> World:
    """One for all tests of a module: what is asked of it is taken back."""
    return World()
