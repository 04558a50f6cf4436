# SPDX-License-Identifier: Apache-2.0
"""What somebody who comes states, in the forms that functions take."""

import datetime
import time

from worlds import id_token


def birthday(years, days=0):
    day = datetime.datetime.fromtimestamp(time.time(), datetime.UTC).date() + datetime.timedelta(days=days)
    return day.replace(year=day.year - years, day=min(day.day, 28)).isoformat() if years else day.isoformat()


def without_none(data):
    return {name: value for name, value in data.items() if value is not None}


def token(facts, provider="google"):
    claims = {"sub": "kim", "email": facts["email"], "email_verified": facts.get("emailVerified", True)}
    if provider == "apple":
        return id_token(iss="https://appleid.apple.com", aud="io.example.app", **claims)
    return id_token(name=facts["displayName"], **claims)


def statement(facts):
    return without_none({"birthDate": facts["birthDate"], "consent": facts["consent"]})
