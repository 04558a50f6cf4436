# SPDX-License-Identifier: Apache-2.0
"""A policy with every method of signing in."""

from worlds import POLICY

WITH_PASSWORDS = {
    **POLICY,
    "roles": {"inviter": "admin", "invitee": "client", "signUp": ["admin", "client"]},
    "providers": {**POLICY["providers"], "password": {}, "email": {}},
    "factors": {"totp": True, "passkey": {"rpID": "pfa.example", "origins": ["https://pfa.example"]}},
    "profile": {"fields": {"classYear": {"type": "integer"}, "chapterId": {"type": "string", "x-setBy": "inviter"}}},
    "deletion": {"graceDays": 30},
}
