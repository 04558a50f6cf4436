# SPDX-License-Identifier: Apache-2.0
"""The app that these tests are about."""

import pytest
from http_receiver import Receiver
from statlocker import StatLocker, Webhooks


@pytest.fixture
def locker(tmp_path):
    return StatLocker(tmp_path)


@pytest.fixture
def webhooks(locker):
    with Receiver() as receiver:
        yield Webhooks(locker, receiver)
