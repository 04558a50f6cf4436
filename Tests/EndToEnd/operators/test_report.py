# SPDX-License-Identifier: Apache-2.0
"""`vestibule report`: the numbers for monitoring, as JSON and for Prometheus, and alerts for values out of bounds."""

from datetime import datetime

import pytest
from factors import answer, challenged, code, confirm_totp, wait, with_factors
from operators import numbers, report
from people import PASSWORD, granted, policy, sign_in, sign_up, verified
from prometheus_client.parser import text_string_to_metric_families
from worlds import KEYS, POLICY, person

DAY = 86_400


def wrong(world):
    """An invalid token."""
    return world.run("sign-in", {"identity": {"provider": "google", "idToken": "e30.e30.AAAA"}})


def test_the_report_counts_successes_by_provider_and_errors_by_class(world):
    world.policy(policy(revealAccounts=True))
    world.sign_in("ada")
    for _ in range(3):
        assert wrong(world).code == "auth/invalid-id-token"
    granted(sign_up(world))
    for password in (PASSWORD, "something else 7 Q"):
        sign_in(world, password=password)
    made = numbers(world)
    assert made["signIns"]["byProvider"]["google"] == {"succeeded": 1, "refused": 3, "refusedPercent": 75.0}
    assert made["signIns"]["byProvider"]["password"] == {"succeeded": 1, "refused": 1, "refusedPercent": 50.0}
    assert {name: made["signIns"][name] for name in ("succeeded", "refused")} == {"succeeded": 2, "refused": 4}
    assert {(line["code"], line["function"], line["provider"]): line["count"] for line in made["refusals"]} == {
        ("auth/invalid-id-token", "sign-in", "google"): 3, ("auth/wrong-password", "sign-in", "password"): 1}
    assert made["securityEvents"]["invalidIdToken"] == 3 and made["securityEvents"]["wrongCredential"] == 1


def test_a_sign_in_with_a_second_factor_is_one_that_succeeded(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    _, app, _ = confirm_totp(world, verified(world)["accessToken"])
    for _ in range(2):
        stopped = challenged(sign_in(world))
        wait(world)
        granted(answer(world, stopped, code=code(world, app)))
    assert numbers(world)["signIns"]["byProvider"] == {"password": {"succeeded": 2, "refused": 0, "refusedPercent": 0.0}}


def test_sign_ups_are_apart_from_sign_ins(world):
    world.policy(policy())
    for _ in range(3):
        world.sign_in("ada")
    granted(sign_up(world))
    assert sign_up(world, "lee", password="short").code == "auth/weak-password"
    granted(sign_in(world))
    made = numbers(world, "--prometheus", "vestibule.prom")
    assert made["signUps"]["byProvider"] == {"password": {"succeeded": 1, "refused": 1, "refusedPercent": 50.0}}
    assert made["signUps"]["byRole"]["client"]["succeeded"] == made["signUps"]["succeeded"] == 1
    assert made["newAccounts"] == {"client": 2}, "a first sign-in makes an account too"
    assert made["signIns"]["byProvider"]["google"]["succeeded"] == 3 and made["signIns"]["byProvider"]["password"]["succeeded"] == 1
    metrics = (world.folder / "vestibule.prom").read_text()
    assert 'vestibule_sign_ups{provider="password",outcome="refused"} 1' in metrics
    assert 'vestibule_sign_ups_by_role{role="client",outcome="succeeded"} 1' in metrics


@pytest.mark.parametrize("by, length", [("hour", 3600), ("day", DAY)])
def test_the_events_of_each_hour_or_day(world, by, length):
    token = world.inviter()
    kim = world.invite(token)
    granted(world.accept(kim["code"], "kim"))
    for back, name in ((1, "lee"), (3, "mia")):
        world.invite(token, name)
        world.age("audit", "at", back * length, f"action = 'invitation.sent' AND subject_id = '{invitation_of(world, name)}'")
    for _ in range(2):
        wrong(world)
    world.age("audit", "at", 2 * length, "action = 'refused'")
    made = numbers(world, "--since", f"{4 * length}s", "--by", by)
    assert made["by"] == by and len(made["series"]) == 5
    starts = [datetime.fromisoformat(entry["at"]).timestamp() for entry in made["series"]]
    assert all(start % length == 0 for start in starts) and {b - a for a, b in zip(starts, starts[1:])} == {length}
    entries = list(reversed(made["series"]))
    # An event may have been at the beginning of an hour, so the ones before it are in the hour before.
    assert [entry["invitationsSent"] for entry in entries] == [1, 1, 0, 1, 0]
    assert [entry["signIns"]["refused"] for entry in entries] == [0, 0, 2, 0, 0] == [entry["refusals"] for entry in entries]
    assert entries[0]["invitationsAccepted"] == 1 and entries[0]["newAccounts"] == 2
    assert sum(entry["signIns"]["succeeded"] for entry in entries) == made["signIns"]["succeeded"] == 2


def invitation_of(world, name):
    [row] = world.rows("SELECT id FROM invitations WHERE email = ?", (f"{name}@example.com",))
    return row["id"]


def test_a_series_does_not_reach_behind_the_audit_log(world):
    world.policy({**POLICY, "retention": {"auditDays": 2}})
    world.sign_in("ada")
    made = numbers(world, "--since", "30d", "--by", "day")
    assert len(made["series"]) == 3 and "series" not in numbers(world)
    assert report(world, "--by", "week")[0] == 64


def test_the_funnel_says_how_far_the_invitations_have_come(world):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    assert numbers(world)["funnel"] == {
        "sent": 0, "delivered": 0, "notDelivered": 0, "deliveryUnknown": 0, "opened": 0, "started": 0, "accepted": 0, "signedIn": 0}
    made = {name: world.invite(token, name) for name in ("kim", "lee", "mia", "noa", "old")}
    world.age("invitations", "sent_at", 2 * DAY, f"id = '{made['old']['invitation']['id']}'")
    granted(world.accept(made["kim"]["code"], "kim"))
    granted(world.run("preview-invitation", {"code": made["lee"]["code"]}))
    waiting = world.run("accept-invitation", {"code": made["mia"]["code"], "newPassword": PASSWORD})
    assert granted(waiting)["waiting"] == {"invitationId": made["mia"]["invitation"]["id"]}
    funnel = numbers(world, "--prometheus", "vestibule.prom")["funnel"]
    assert funnel == {"sent": 4, "delivered": 0, "notDelivered": 0, "deliveryUnknown": 4, "opened": 3, "started": 2, "accepted": 1, "signedIn": 1}
    metrics = (world.folder / "vestibule.prom").read_text()
    assert 'vestibule_invitation_funnel{step="delivered"} 0' in metrics, "nobody has said whether a link arrived"
    assert 'vestibule_invitation_funnel{step="started"} 2' in metrics
    for name, delivery in (("lee", "delivered"), ("noa", "bounced")):
        world.rows("UPDATE invitations SET delivery = ? WHERE id = ?", (delivery, made[name]["invitation"]["id"]))
    funnel = numbers(world)["funnel"]
    assert (funnel["delivered"], funnel["notDelivered"], funnel["deliveryUnknown"]) == (1, 1, 2)
    world.rows("UPDATE invitations SET delivery = 'sent' WHERE id IN (?, ?)", tuple(made[name]["invitation"]["id"] for name in ("kim", "mia")))
    funnel = numbers(world)["funnel"]
    assert (funnel["delivered"], funnel["deliveryUnknown"]) == (2, 1), "kim has accepted what a mail brought"


def test_durations_are_counted_by_provider(world):
    world.policy(policy())
    for milliseconds in (100, 200, 4000):
        world.sign_in("ada")
        world.rows("UPDATE audit SET duration = ? WHERE id = (SELECT MAX(id) FROM audit)", (milliseconds,))
    world.rows("DELETE FROM audit WHERE action <> 'account.signed-in'")
    granted(sign_up(world))
    made = numbers(world, "--prometheus", "vestibule.prom")["durations"]["byProvider"]
    assert set(made) == {"google", "password"} and made["google"] == {"count": 3, "medianMs": 200, "p95Ms": 4000, "maxMs": 4000}
    assert 'vestibule_attempt_milliseconds{provider="google",quantile="0.95"} 4000' in (world.folder / "vestibule.prom").read_text()


def test_locks_and_new_countries_are_security_events(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 900}}))
    verified(world)
    for _ in range(3):
        sign_in(world, password="wrong horse battery")
    world.policy(policy())
    for country in ("DE", "ES"):
        granted(world.run("sign-in", {"identity": person("ada")}, clientcountry=country))
    made = numbers(world, "--prometheus", "vestibule.prom")["securityEvents"]
    assert (made["locked"], made["newCountry"]) == (1, 1)
    metrics = (world.folder / "vestibule.prom").read_text()
    assert 'vestibule_security_events{event="locked"} 1' in metrics and 'vestibule_security_events{event="newCountry"} 1' in metrics


def test_an_unknown_provider_makes_no_metric(world):
    assert world.run("sign-in", {"identity": {"provider": "made-up", "idToken": "a.b.c"}}).code == "auth/provider-not-enabled"
    assert set(numbers(world)["signIns"]["byProvider"]) <= {"unknown"}


def test_older_events_are_not_counted(world):
    world.sign_in("ada")
    world.age("audit", "at", 7200)
    assert numbers(world, "--since", "1h")["signIns"]["succeeded"] == 0
    assert numbers(world, "--since", "3h")["signIns"]["succeeded"] == 1


def test_the_report_counts_invitations_by_state(world):
    token = world.inviter()
    made = {name: world.invite(token, name) for name in ("kim", "lee", "mia", "noa")}
    granted(world.accept(made["kim"]["code"], "kim"))
    granted(world.run("revoke-invitation", {"invitationId": made["lee"]["invitation"]["id"]}, token))
    world.age("invitations", "expires_at", 99 * DAY, f"id = '{made['mia']['invitation']['id']}'")
    assert numbers(world)["invitations"] == {"accepted": 1, "pending": 1, "overdue": 1, "revoked": 1}
    world.run("expire-invitations")
    made = numbers(world)
    assert made["invitations"] == {"accepted": 1, "expired": 1, "pending": 1, "overdue": 0, "revoked": 1}
    assert made["events"]["invitation.expired"] == 1


def test_the_report_counts_links_to_join_and_requests_by_state(world):
    token = world.inviter()

    def link(**data):
        return world.run("create-join-link", data, token).json["joinLink"]

    def code(link):
        return link["link"].split("code=")[1]

    link(), link()
    full, closed, expired, asked = link(maxUses=1), link(), link(), link(approval=True)
    granted(world.accept(code(full), "kim"))
    granted(world.run("update-join-link", {"joinLinkId": closed["id"], "closed": True}, token))
    world.age("join_links", "expires_at", 99 * DAY, f"id = '{expired['id']}'")
    requests = [granted(world.accept(code(asked), name))["joinRequest"]["id"] for name in ("lee", "mia", "noa")]
    granted(world.run("answer-join-request", {"joinRequestId": requests[0], "approve": True}, token))
    world.age("join_requests", "created_at", 31 * DAY, f"id = '{requests[1]}'")
    made = numbers(world, "--prometheus", "vestibule.prom")
    assert made["joinLinks"] == {"closed": 1, "expired": 1, "full": 1, "open": 3}
    assert made["joinRequests"] == {"approved": 1, "expired": 1, "pending": 1}
    metrics = (world.folder / "vestibule.prom").read_text()
    assert 'vestibule_join_links{state="open"} 3' in metrics and 'vestibule_join_requests{state="pending"} 1' in metrics


def test_the_report_has_the_length_and_age_of_the_queue(world):
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=nowhere)
    waiting = numbers(world)["mails"]
    assert waiting["waiting"] == 1 and waiting["delaySeconds"] == 0 and waiting["ended"] == {}
    world.age("outbox", "created_at", 3600)
    world.age("outbox", "due_at", 3000)
    status, made, stderr = report(world)
    assert 3600 <= made["mails"]["oldestSeconds"] < 3700 and 2400 < made["mails"]["delaySeconds"] <= 3000
    assert status == 1 and [alert["name"] for alert in made["alerts"]] == ["mail-delay"] and "deliver-mail" in stderr
    world.run("deliver-mail")
    made = numbers(world)["mails"]
    assert (made["waiting"], made["delaySeconds"], made["ended"]) == (0, 0, {"sent": 1})


def test_a_relay_that_accepts_no_mails_is_reported_while_one_mail_waits(world):
    """The mail is due when the relay is tried again, so it is never due for long."""
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=nowhere)
    assert numbers(world)["alerts"] == []
    world.age("relays", "since", 1000)
    status, made, stderr = report(world, "--prometheus", "vestibule.prom")
    assert status == 1 and [alert["name"] for alert in made["alerts"]] == ["relay-outage"] and "127.0.0.1:1" in stderr
    metrics = (world.folder / "vestibule.prom").read_text()
    assert 'vestibule_alert{name="relay-outage"} 1' in metrics and "vestibule_relay_outage_seconds{relay=" in metrics
    assert report(world, "--max-mail-delay", "2000")[0] == 0
    # Nothing has tried it for long, for example because MAIL_URL names another one now.
    world.age("relays", "next_try_at", 3700)
    world.age("outbox", "due_at", -3700)
    assert numbers(world)["alerts"] == []


def test_the_report_has_the_number_and_duration_of_sessions(world):
    for device in "abc":
        session = world.sign_in("ada", device={"id": device})["session"]
    granted(world.run("sign-out", {}, session["accessToken"]))
    world.age("sessions", "created_at", 600, "revoked_at IS NOT NULL")
    made = numbers(world)["sessions"]
    assert (made["active"], made["ended"]) == (2, 1) and 600 <= made["medianSeconds"] == made["averageSeconds"] < 700


@pytest.mark.parametrize("bounds, alerts", [
    ([], ["refused-sign-ins"]), (["--max-refused", "60"], []), (["--min-sign-ins", "26"], []),
    (["--max-refused", "59"], ["refused-sign-ins"]),
])
def test_many_refused_sign_ins_raise_an_alert(world, bounds, alerts):
    for _ in range(10):
        world.sign_in("ada")
    for _ in range(15):
        wrong(world)
    status, made, stderr = report(world, *bounds)
    assert [alert["name"] for alert in made["alerts"]] == alerts and status == bool(alerts)
    assert ("60.0 % of 25 sign-ins were refused" in stderr) == bool(alerts)


def test_an_underage_refusal_raises_an_alert_on_request(world):
    world.policy(policy(consent={"version": "1", "minimumAge": 13}))
    assert sign_up(world, birthDate="2024-01-01", consent={"version": "1"}).code == "auth/underage-user"
    assert numbers(world)["alerts"] == []
    status, made, _ = report(world, "--max-underage", "0")
    assert status == 1 and made["alerts"][0]["name"] == "underage" and made["securityEvents"]["underage"] == 1


def test_the_prometheus_file_has_the_same_numbers(world):
    token = world.inviter()
    world.invite(token)
    wrong(world)
    made = numbers(world, "--prometheus", "metrics/vestibule.prom")
    file = world.folder / "metrics/vestibule.prom"
    assert [path.name for path in file.parent.iterdir()] == ["vestibule.prom"] and file.stat().st_mode & 0o044 == 0o044
    samples = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(file.read_text()) for sample in family.samples}
    assert samples["vestibule_sign_ins", ("outcome", "refused"), ("provider", "google")] == 1
    assert samples["vestibule_sign_ins", ("outcome", "succeeded"), ("provider", "google")] == 1
    assert samples["vestibule_invitations", ("state", "pending")] == made["invitations"]["pending"] == 1
    assert samples["vestibule_queue_waiting", ("kind", "mail")] == 0
    assert samples["vestibule_window_seconds",] == DAY and samples["vestibule_sessions_active",] == 1
    assert samples["vestibule_alert", ("name", "mail-delay")] == 0
    assert ("vestibule_refusals", ("code", "auth/invalid-id-token"), ("function", "sign-in"), ("provider", "google")) in samples


def test_a_provider_may_have_any_name(world):
    name = 'the "club"\\'
    world.policy({"providers": {name: {"audiences": ["app"], "jwks": KEYS, "issuer": "https://club.example"}}})
    world.run("sign-in", {"identity": {"provider": name, "idToken": "a.b.c"}})
    numbers(world, "--prometheus", "vestibule.prom")
    families = text_string_to_metric_families((world.folder / "vestibule.prom").read_text())
    providers = {sample.labels.get("provider") for family in families for sample in family.samples}
    assert name in providers


def test_report_writes_nothing(world):
    world.sign_in("ada")
    before = world.dump()
    numbers(world)
    assert world.dump() == before


def test_a_missing_database_is_not_an_empty_one(world):
    world.without_tables()
    status, made, stderr = report(world)
    assert status == 78 and made is None and "DATABASE_URL" in stderr


@pytest.mark.parametrize("bound", ["--max-refused=-1", "--since=0h", "--max-mail-delay=x"])
def test_invalid_bounds_are_refused(world, bound):
    world.sign_in("ada")
    assert report(world, bound)[:2] == (64, None)


def test_sign_ups_that_the_schema_refuses_are_in_the_error_rates(world):
    world.policy(policy())
    for number in range(3):
        answer = world.run("sign-up", {"email": "kim", "password": "x"}, clientip=f"192.0.2.{number // 2}")
        assert answer.code == "auth/invalid-email"
    refusals = numbers(world)["refusals"]
    assert [(line["code"], line["function"], line["count"]) for line in refusals] == [("auth/invalid-email", "sign-up", 3)]
    assert len(world.rows("SELECT * FROM audit WHERE action = 'refused'")) == 2
    assert world.run("sign-up", {"email": "kim", "password": "x"}, env={"DATABASE_URL": "sqlite:/nowhere/v.db"}).code == "auth/invalid-email"
