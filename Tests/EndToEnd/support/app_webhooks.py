# SPDX-License-Identifier: Apache-2.0
"""Webhooks to an app: their settings, and what an app gets."""

import base64

from worlds import POLICY

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
ENV = {"WEBHOOK_SIGNING_SECRET": SECRET, "ALLOW_INSECURE": "1"}


def hooked(world, url, **hook):
    world.policy({**POLICY, "webhooks": [{"url": url, **hook}]})


def deliver(world, **env):
    return world.run("deliver-mail", env={**ENV, **env}).json
