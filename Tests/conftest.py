# SPDX-License-Identifier: Apache-2.0
"""What all end-to-end tests share: a world of its own for each test."""

import sys

import pytest
from database_engines import ENGINE, ROOT, ServerDatabase
from worlds import World

sys.path.append(str(ROOT / "scripts"))


@pytest.fixture(autouse=True)
def databases():
    """Returns the databases of the test's worlds."""
    yield
    for database in list(ServerDatabase.used):
        database.give_back()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What is seen in Chromium takes seconds."""
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


def pytest_sessionfinish():
    for databases in ServerDatabase.free.values():
        for database in databases:
            database.drop()


@pytest.fixture
def world(request, tmp_path):
    """A world with the policy that the test's mark `policy` gives, or that of `worlds.POLICY`."""
    has_own_server = "own_server" in request.fixturenames
    world = World(tmp_path, "postgresql" if has_own_server else ENGINE)
    if mark := request.node.get_closest_marker("policy"):
        world.policy(*mark.args)
    yield world
    if has_own_server:
        # The server ends with the file of tests: others must not get this database.
        ServerDatabase.used.remove(world.store)
        world.store.drop()


@pytest.fixture(scope="module")
def browser():
    """Chromium. A test that needs it is skipped where it is not installed."""
    pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
    from browsers import CHROMIUM, Browser
    if CHROMIUM is None:
        pytest.skip("there is no chromium-headless-shell: scripts/install --tests")
    with Browser() as running:
        yield running
