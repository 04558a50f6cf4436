# SPDX-License-Identifier: Apache-2.0
"""The answer to an HTTP request, from a web server or directly from a process of FastCGI."""

import json
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass
class Response:
    status: int
    headers: Mapping
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json.get("error", {}).get("code")
