# SPDX-License-Identifier: Apache-2.0
"""What the operator should know about answered events stands in `doctor` and `report`, and not in stderr."""

import time

import pytest
from operators import json_of
from people import granted

NOTICES = {
    "unchecked-bots": ('{"function":"sign-up","reason":"no answer"}', "without a check for bots"),
    "unlimited-hashes": ('{"reason":"no file"}', "without a limit of processes"),
    "unconfirmed-subscription": ('{"url":"https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription"}', "confirmation of a subscription"),
    "refused-message": ('{"function":"accept-invitation","code":"invitation/expired","reason":"late"}', "were refused by accept-invitation"),
}


@pytest.mark.parametrize("name", NOTICES)
def test_a_notice_of_the_last_week_stands_in_doctor_and_report(world, name):
    granted(world.run("expire-invitations"))
    detail, words = NOTICES[name]
    insert = "INSERT INTO notices (name, detail, at) VALUES (?, ?, ?)"
    world.rows(insert, (name, detail, int(time.time() * 1000) - 1000))
    findings = json_of(world, "doctor", "--json")["findings"]
    [found] = [each for each in findings if words in each["message"]]
    assert found["state"] == "warning"
    [reported] = json_of(world, "report")["notices"]
    assert reported["name"] == name
    world.age("notices", "at", 8 * 86_400)
    assert not any(words in each["message"] for each in json_of(world, "doctor", "--json")["findings"])
    assert json_of(world, "report")["notices"] == []


def test_a_host_with_limited_memory_and_no_file_for_hashing_writes_nothing_to_stderr(world):
    world.policy({"providers": {"password": {}}})
    data = {"email": "kim@example.com", "password": "a long enough one", "displayName": "Kim", "role": "admin"}
    answer = world.run("sign-up", data, env={"TMPDIR": str(world.folder / "missing")})
    granted(answer)
    assert answer.stderr == ""
