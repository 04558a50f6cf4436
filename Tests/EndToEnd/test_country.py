# SPDX-License-Identifier: Apache-2.0
"""The country of a request, and sign-ins from a new one."""

import json

import pytest
from http_receiver import Receiver
from people import granted, policy, sign_in, signed_up
from sessions import refresh, sessions
from sessions import world  # noqa: F401 (a fixture)
from web_servers import cgi, run_cgi
