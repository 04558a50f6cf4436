# SPDX-License-Identifier: Apache-2.0
"""The page of the unsubscribe link."""

import json
import subprocess

import pytest
from page_codes import invited
from pages import page_policy, see, site

pytestmark = pytest.mark.policy(page_policy())


# Unsubscribing


def test_the_button_unsubscribes_and_opening_does_not(world):
    _, _, _, token = invited(world)
    for _ in range(3):
        page = see(world, "unsubscribe-page", token=token)
    assert page.heading == "No more invitations by email?" and "kim@example.com will no longer get" in page.text
    assert world.rows("SELECT * FROM suppressions") == []
    assert page.parsed.all("form") == [{"method": "post", "action": "unsubscribe"}]
    for _ in range(2):
        done = see(world, "unsubscribe-form", **page.parsed.fields)
        assert done.status == 200 and "kim@example.com will no longer get invitations from us by email." in done.text
    assert [row["reason"] for row in world.rows("SELECT * FROM suppressions")] == ["unsubscribed"]


@pytest.mark.parametrize("data, status", [({}, 400), ({"token": "AAAA"}, 422), ({"token": "é"}, 400)])
@pytest.mark.parametrize("function", ["unsubscribe-page", "unsubscribe-form"])
def test_an_invalid_token_unsubscribes_nothing(world, function, data, status):
    page = see(world, function, **data)
    assert (page.status, page.heading) == (status, "This link isn’t complete")


def test_the_one_click_request_of_mail_programs_works(world):
    with site(world) as server:
        _, _, _, token = invited(world)
        [header] = [mail["List-Unsubscribe"] for mail in world.mails()]
        url = header.strip("<>")
        assert url == f"{server.url}/unsubscribe?token={token}"
        done = subprocess.run(
            ["curl", "-s", "-d", "List-Unsubscribe=One-Click", url], capture_output=True, check=True)
        assert json.loads(done.stdout) == {"message": "kim@example.com will no longer get invitations from us by email."}
