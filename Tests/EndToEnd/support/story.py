# SPDX-License-Identifier: Apache-2.0
"""The fixtures as one story: each event with the ids, codes and tokens of the answers and mails before it."""

import json
import re

import pyotp
from every_method import WITH_PASSWORDS
from worlds import ROOT, id_token, person

FIXTURES = json.loads((ROOT / "Tests/EndToEnd/fixtures.json").read_text())


def play(world, run, fixtures=FIXTURES):
    """Plays the story in a world.

    `run` is called with each fixture and its event, and returns the answer. It is `world.run` with something around it."""
    world.policy({**WITH_PASSWORDS, "teams": "on"})
    kept = {name: person(name) for name in ("ada", "kim", "evesGoogle", "zoe")}
    apple = {"iss": "https://appleid.apple.com", "aud": "io.example.app", "sub": "001234.abcd.9012", "email_verified": "true"}
    kept["appleToken"] = id_token(email="john@example.com", **apple)
    revoked = json.dumps({"type": "consent-revoked", "sub": "009.nobody"})
    kept["appleNotice"] = id_token(**apple, jti="1", events=revoked)
    for fixture in fixtures:
        if fixture.get("reads"):
            world.run("deliver-mail")
            kept.update(newest_codes(world.mails()))
        answer = run(fixture, fill(fixture["event"], kept))
        assert answer.code == fixture.get("refused"), (fixture["sentence"], answer.json)
        if "uri" in answer.json:
            kept["appCode"] = pyotp.parse_uri(answer.json["uri"]).now()
        for name, path in fixture.get("keeps", {}).items():
            value = answer.json
            for step in path.split("."):
                value = value[int(step)] if step.isdigit() else value[step]
            kept[name] = value


def newest_codes(mails):
    """The code of the newest mail to each page: `invite`, `verify-email`, `reset-password`; and an `unsubscribeToken`."""
    texts = [mail.get_body(("plain",)).get_content() for mail in mails]
    codes = {f"{page}Code": code for text in texts for page, code in re.findall(r"https://\S+/([a-z-]+)\?code=(\w+)", text)}
    tokens = re.findall(r"/unsubscribe\?token=([\w-]+)", "".join(texts))
    return {**codes, **({"unsubscribeToken": tokens[-1]} if tokens else {})}


def fill(value, kept):
    """A value of a fixture with what was kept in place of its names in braces."""
    if isinstance(value, dict):
        return {name: fill(item, kept) for name, item in value.items()}
    if isinstance(value, list):
        return [fill(item, kept) for item in value]
    if isinstance(value, str) and re.fullmatch(r"{{[\w-]+}}", value):
        return kept[value[2:-2]]
    return re.sub(r"{{([\w-]+)}}", lambda name: kept[name[1]], value) if isinstance(value, str) else value
