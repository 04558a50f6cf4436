# SPDX-License-Identifier: Apache-2.0
"""Days and times on pages are those of the person's time zone, which the browser names at a sign-in."""

import re

import pytest
from client_lists import RULES, invite
from code_providers import CodeProvider
from pages import page_policy
from people import PASSWORD, code_in, granted, mails_to, verified
from runners import lighttpd
from visitors import Visitor
from worlds import person

pytestmark = pytest.mark.policy(RULES)


def zone(world, name="kim"):
    [row] = world.rows("SELECT time_zone FROM accounts WHERE email = ?", (f"{name}@example.com",))
    return row["time_zone"]


def sign_in(world, **fields):
    visitor = Visitor(world)
    visitor.get("/account/sign-in?return=/account/security")
    visitor.submit("password", email="kim@example.com", password=PASSWORD, **fields)
    return visitor


def test_an_account_without_a_time_zone_gets_the_browsers(world):
    verified(world)
    page = sign_in(world).page
    assert zone(world) is None and "Time zone: UTC" in page.text and "https://pfa.example/account#timeZone" in page.parsed.links
    sign_in(world, timeZone="Mars/Olympus")
    assert zone(world) is None, "no such place"
    page = sign_in(world, timeZone="Asia/Tokyo").page
    assert zone(world) == "Asia/Tokyo" and page.text.count("Asia/Tokyo") == 1 and "UTC" not in page.text and "JST" not in page.text
    sign_in(world, timeZone="America/New_York")
    assert zone(world) == "Asia/Tokyo", "a journey changes nothing"


def test_a_sign_up_an_acceptance_and_a_provider_name_the_time_zone(world):
    with CodeProvider() as provider:
        world.env["ALLOW_INSECURE"] = "1"
        policy = page_policy(roles={"signUp": ["client", "admin"]})
        world.policy({**policy, "providers": {**policy["providers"], "company": provider.policy}})
        visitor = Visitor(world)
        visitor.get("/account/sign-up?as=client")
        visitor.submit("sign-up", email="lee@example.com", password=PASSWORD, displayName="Lee", timeZone="Europe/Madrid")
        assert zone(world, "lee") == "Europe/Madrid"

        inviter = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
        granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, inviter))
        visitor = Visitor(world)
        visitor.get(f"/invite/accept?code={code_in(mails_to(world, 'kim')[-1])}")
        visitor.submit("new", newPassword=PASSWORD, displayName="Kim", timeZone="Europe/Berlin")
        assert zone(world) == "Europe/Berlin"

        visitor = Visitor(world)
        visitor.get("/account/sign-in?as=client")
        page = visitor.submit("provider", provider="company", timeZone="America/Lima")
        visitor.send("GET", "/oauth/callback", provider.authorize(page.parsed.links[0], "max"))
        assert zone(world, "max") == "America/Lima"


@pytest.mark.parametrize("language, days", [
    ("en", ["today", "yesterday", "6 days ago"]), ("de", ["heute", "gestern", "vor 6 Tagen"]), ("es", ["hoy", "ayer", "hace 6 días"])])
def test_days_of_the_last_week_are_said_as_people_say_them(world, visitor, language, days):
    visitor.language = language
    for name in ("Ann", "Kim", "Lee", "Max"):
        invite(visitor, name)
    for name, ago in (("kim", 1), ("lee", 6), ("max", 7)):
        world.age("invitations", "sent_at", ago * 86_400, f"email = '{name}@example.com'")
    cells = re.findall(r'<td role="cell">([^<]*)</td> <td role="cell">(?:<button.*)?</td></tr>', visitor.get("/clients").html)
    # A date stays on one line.
    assert cells[:3] == [day.replace(" ", "\u00a0") for day in days] and re.search(r"^[^ ]*\u00a0\d{4}$", cells[3]), cells


def test_a_day_is_that_of_the_persons_place(world, visitor):
    invite(visitor)
    shown = set()
    for place in ("Pacific/Kiritimati", "Etc/GMT+12"):  # 26 hours lie between them.
        world.rows("UPDATE accounts SET time_zone = ?", (place,))
        world.age("invitations", "sent_at", 20 * 86_400, "email = 'kim@example.com'")
        page = visitor.get("/clients")
        shown.add(re.search(r'<td role="cell">([^<]*)</td> <td role="cell">(?:<button.*)?</td></tr>', page.html)[1])
        assert place not in page.text, "days need no time zone"
        world.age("invitations", "sent_at", -20 * 86_400, "email = 'kim@example.com'")
    assert len(shown) == 2


def test_a_browser_names_its_time_zone_without_being_asked(world, browser):
    verified(world)
    with lighttpd(world, PUBLIC_URL=None) as web:
        tab = browser.tab(390, timezone_id="America/New_York")
        tab.goto(f"http://127.0.0.1:{web.port}/account/security")
        tab.locator("#email").fill("kim@example.com")
        tab.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.keyboard.press("Enter")
        tab.get_by_text("Time zone: America/New York").wait_for()
        assert zone(world) == "America/New_York" and tab.complaints == []
        tab.close()
