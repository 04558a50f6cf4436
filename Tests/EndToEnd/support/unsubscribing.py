# SPDX-License-Identifier: Apache-2.0
"""The links with which people unsubscribe, and the suppression list."""

import re


def token_of(mail):
    return re.fullmatch(r"<https://pfa\.example/unsubscribe\?token=([\w-]+)>", mail["List-Unsubscribe"])[1]


def suppressions(world):
    return {row["address_key"]: row["reason"] for row in world.rows("SELECT * FROM suppressions")}
