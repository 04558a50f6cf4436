# SPDX-License-Identifier: Apache-2.0
"""`botCheck`: the tokens of Turnstile, hCaptcha and reCAPTCHA, before any look-up and any limit."""

import json
import subprocess

import pytest
from bot_vendors import SECRET, VENDORS, BotVendor
from people import PASSWORD, at_once, code_for, granted, mails_to, policy, verified
from runners import FunctionURL, Watchdog, closing, lighttpd, lighttpd_with_workers
from worlds import BIN

pytestmark = pytest.mark.policy(policy())

DATA = {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client"}
SUSPECTED = "auth/bot-suspected"


def checked(provider, **more):
    return policy(botCheck={"provider": provider, "functions": ["sign-up"], **more})


@pytest.fixture(params=VENDORS)
def vendor(world, request):
    world.policy(checked(request.param))
    with BotVendor(request.param) as running:
        world.env.update(running.env)
        yield running


@pytest.fixture
def recaptcha(world):
    world.policy(checked("recaptcha"))
    with BotVendor("recaptcha") as running:
        world.env.update(running.env)
        yield running


def sign_up(world, token=None, data=DATA, **attributes):
    return world.run("sign-up", data, **({"botToken": token} if token is not None else {}), **attributes)


def refused(answer):
    assert answer.code == SUSPECTED and answer.status == 0, (answer.json, answer.stderr)
    assert answer.json["error"]["status"] == 403 and not answer.json["error"]["retryable"]
    return True


def accounts(world):
    return world.rows("SELECT * FROM accounts") if world.exists else []


# The token


def test_a_person_with_a_token_is_accepted_and_the_vendor_gets_secret_and_token(world, vendor):
    granted(sign_up(world, vendor.issue("token&1"), clientip="192.0.2.1"))
    assert vendor.forms == [{"secret": SECRET, "response": "token&1"}]


def test_without_a_token_or_with_a_bad_one_the_event_is_refused(world, vendor):
    assert refused(sign_up(world)) and refused(sign_up(world, ""))
    assert vendor.forms == []
    assert refused(sign_up(world, "made up"))
    assert accounts(world) == [] and "made up" not in world.dump()


def test_a_token_is_accepted_once(world, vendor):
    token = vendor.issue("t")
    granted(sign_up(world, token))
    assert refused(sign_up(world, token, {**DATA, "email": "lee@example.com"}))
    assert len(accounts(world)) == 1


def test_other_functions_need_no_token(world, vendor):
    granted(sign_up(world, vendor.issue("t")))
    granted(world.run("sign-in", {"email": "kim@example.com", "password": PASSWORD}))
    assert len(vendor.forms) == 1


def test_a_refused_bot_counts_for_no_limit_and_learns_nothing(world, vendor):
    world.policy({**checked(vendor.vendor), "limits": {"signUp": {"max": 1, "seconds": 3600}}})
    granted(sign_up(world, vendor.issue("t"), clientip="192.0.2.1"))
    for _ in range(3):
        assert refused(sign_up(world, "bad", clientip="192.0.2.2"))
    [row] = world.rows("SELECT code, count FROM audit WHERE action = 'refused'")
    assert row == {"code": SUSPECTED, "count": 3}
    granted(sign_up(world, vendor.issue("u"), {**DATA, "email": "lee@example.com"}, clientip="192.0.2.2"))


def test_an_invalid_event_uses_up_no_token(world, vendor):
    assert sign_up(world, vendor.issue("t"), {**DATA, "email": "nobody"}).code == "auth/invalid-email"
    granted(sign_up(world, "t"))


@pytest.mark.parametrize("token", ["x" * 8193, "a\nb", 7])
def test_a_token_in_another_form_is_a_bad_attribute(world, vendor, token):
    answer = sign_up(world, token)
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/botToken"


def test_a_cloud_event_has_the_token_in_either_spelling(world, vendor):
    for number, name in enumerate(("botToken", "bottoken")):
        event = {
            "specversion": "1.0", "id": str(number), "source": "app", "type": "sign-up", name: vendor.issue(name),
            "data": {**DATA, "email": f"kim{number}@example.com"}}
        granted(world.run("sign-up", event=event))


def test_the_token_and_the_secret_are_in_no_log_and_no_row(world, vendor):
    granted(sign_up(world, vendor.issue("5ecret-token"), env={"LOG_LEVEL": "debug"}))
    answer = sign_up(world, "5ecret-token", env={"LOG_LEVEL": "debug"})
    assert refused(answer)
    for text in ("5ecret-token", SECRET):
        assert text not in answer.stderr and text.encode() not in world.stored()


# What the vendor says


@pytest.mark.parametrize("action, is_accepted", [
    ("sign_up", True), ("sign-up", True), (None, True), ("", True), ("sign_in", False), ("SIGN_UP", False)])
@pytest.mark.parametrize("provider", ["turnstile", "recaptcha"])
def test_a_token_is_for_one_function(world, provider, action, is_accepted):
    world.policy(checked(provider))
    with BotVendor(provider) as vendor:
        world.env.update(vendor.env)
        answer = sign_up(world, vendor.issue("t", action=action))
    assert answer.code == (None if is_accepted else SUSPECTED)


@pytest.mark.parametrize("host, is_accepted", [
    ("pfa.example", True), ("PFA.example", True), ("app.example", True), (None, True), ("", True), ("other.example", False),
    ("pfa.example.evil.example", False)])
def test_a_token_is_from_a_website_of_the_app(world, vendor, host, is_accepted):
    world.policy({**checked(vendor.vendor), "cors": {"origins": ["https://app.example"]}})
    if vendor.vendor == "hcaptcha":
        is_accepted = True
    assert sign_up(world, vendor.issue("t", hostname=host)).code == (None if is_accepted else SUSPECTED)


@pytest.mark.parametrize("host", ["10000000-ffff.ios-sdk.hcaptcha.com", "10000000-ffff.android-sdk.hcaptcha.com", "not-provided"])
def test_a_native_app_has_the_hostname_of_hcaptchas_sdk(world, host):
    world.policy({**checked("hcaptcha"), "cors": {"origins": ["https://app.example"]}})
    with BotVendor("hcaptcha") as vendor:
        world.env.update(vendor.env)
        granted(sign_up(world, vendor.issue("t", hostname=host)))


@pytest.mark.parametrize("minimum, score, is_accepted", [
    (None, 0.5, True), (None, 0.49, False), (0.7, 0.7, True), (0.7, 0.6, False), (0, 0, True), (None, None, True)])
def test_a_score_below_the_minimum_is_refused(world, recaptcha, minimum, score, is_accepted):
    world.policy(checked("recaptcha", **({} if minimum is None else {"minimumScore": minimum})))
    assert sign_up(world, recaptcha.issue("t", score=score)).code == (None if is_accepted else SUSPECTED)


def test_the_score_of_hcaptcha_is_a_risk_and_not_compared(world):
    world.policy(checked("hcaptcha"))
    with BotVendor("hcaptcha") as vendor:
        world.env.update(vendor.env)
        granted(sign_up(world, vendor.issue("t", score=0.02)))


# Repeated events


def test_a_remembered_event_is_not_checked_again(world, vendor):
    named = {"id": "1", "source": "app"}
    first = granted(sign_up(world, vendor.issue("t"), **named))
    for token in ("t", "another", None):
        assert sign_up(world, token, **named).json == first
    assert len(vendor.forms) == 1


def test_a_suspected_event_may_come_again_with_a_good_token(world, vendor):
    named = {"id": "1", "source": "app"}
    assert refused(sign_up(world, "bad", **named))
    granted(sign_up(world, vendor.issue("t"), **named))


def test_other_refusals_are_remembered_without_another_check(world, vendor):
    granted(sign_up(world, vendor.issue("t")))
    named = {"id": "1", "source": "app"}
    answers = [sign_up(world, vendor.issue("u"), **named), sign_up(world, **named)]
    assert [answer.code for answer in answers] == ["auth/email-already-in-use"] * 2
    assert len(vendor.forms) == 2


def test_one_token_opens_one_account_for_many_processes(world, vendor):
    token = vendor.issue("t")
    data = [{**DATA, "email": f"kim{number}@example.com"} for number in range(8)]
    codes = [answer.code for answer in at_once(world, "sign-up", data, botToken=token)]
    assert codes.count(None) == 1 and codes.count(SUSPECTED) == 7 and len(accounts(world)) == 1


# Out of reach


def unanswered(answer):
    assert answer.status == 75 and answer.code == "service/unavailable" and answer.json["error"]["retryable"], answer.json


@pytest.mark.parametrize("failure", [{"status": 500}, {"status": 429}, {"status": 404}, "stall", "down", "internal-error"])
@pytest.mark.parametrize("choice", ["deny", "allow"])
def test_a_vendor_out_of_reach_denies_or_allows(world, failure, choice):
    world.policy(checked("turnstile", whenUnavailable=choice))
    options = failure if isinstance(failure, dict) else {"stall": True} if failure == "stall" else {}
    with BotVendor("turnstile", **options) as vendor:
        if failure == "internal-error":
            vendor.answer = lambda form: {"success": False, "error-codes": ["internal-error"]}
        url = "http://127.0.0.1:9" if failure == "down" else vendor.env["BOT_CHECK_API_URL"]
        world.env.update({**vendor.env, "BOT_CHECK_API_URL": url, "DEADLINE_SECONDS": "6"})
        answer = sign_up(world, "t", id="1", source="app")
        none = sign_up(world)
    assert refused(none)
    if choice == "deny":
        unanswered(answer)
        assert accounts(world) == []
    else:
        granted(answer)
        assert answer.stderr == "", "it was answered"
        [notice] = world.rows("SELECT name, detail FROM notices")
        assert notice["name"] == "unchecked-bots" and json.loads(notice["detail"])["function"] == "sign-up"


def test_an_unanswered_event_is_answered_when_the_vendor_is_back(world):
    world.policy(checked("hcaptcha"))
    named = {"id": "1", "source": "app"}
    world.env.update({"BOT_CHECK_SECRET": SECRET, "BOT_CHECK_API_URL": "http://127.0.0.1:9"})
    unanswered(sign_up(world, "t", **named))
    with BotVendor("hcaptcha") as vendor:
        world.env.update(vendor.env)
        granted(sign_up(world, vendor.issue("t"), **named))


# The configuration


def misconfigured(answer, name):
    assert answer.status == 78 and answer.code == "service/misconfigured", answer.json
    assert name in answer.json["error"]["detail"]


@pytest.mark.parametrize("choice", ["deny", "allow"])
def test_a_wrong_or_missing_secret_is_a_wrong_configuration(world, vendor, choice):
    world.policy(checked(vendor.vendor, whenUnavailable=choice))
    for secret in ("another", None):
        misconfigured(sign_up(world, vendor.issue("t"), env={"BOT_CHECK_SECRET": secret}), "BOT_CHECK_SECRET")
    assert accounts(world) == []


@pytest.mark.parametrize("url", ["http://verify.example", "ftp://127.0.0.1", "https://", "https://a.example/?x"])
def test_the_address_of_the_vendor_is_https_or_this_machine(world, vendor, url):
    misconfigured(sign_up(world, vendor.issue("t"), env={"BOT_CHECK_API_URL": url}), "BOT_CHECK_API_URL")


@pytest.mark.parametrize("functions", [["get-account"], ["send-invitation"], ["deliver-mail"], ["nothing"], ["account"], ["invite-page"], []])
def test_only_public_functions_can_be_named(world, functions):
    world.policy(policy(botCheck={"provider": "turnstile", "functions": functions}))
    misconfigured(sign_up(world), "/botCheck/functions")


@pytest.mark.parametrize("check", [
    {"functions": ["sign-up"]}, {"provider": "other", "functions": ["sign-up"]}, {"provider": "turnstile"},
    {"provider": "turnstile", "functions": ["sign-up"], "minimumScore": 2},
    {"provider": "turnstile", "functions": ["sign-up"], "whenUnavailable": "maybe"}])
def test_a_wrong_policy_is_named(world, check):
    world.policy(policy(botCheck=check))
    misconfigured(sign_up(world), "/botCheck")


# Over HTTP


@pytest.mark.parametrize("server", [lighttpd, lighttpd_with_workers])
def test_over_http_the_token_is_in_a_header(world, vendor, server):
    world.policy({**checked(vendor.vendor), "cors": {"origins": ["https://pfa.example"]}})
    token = vendor.issue("t")
    with server(world) as web:
        answer = web.post("sign-up", DATA)
        assert answer.status == 403 and answer.json["error"]["code"] == SUSPECTED
        assert web.post("sign-up", DATA, X_Bot_Token=token).status == 200
        preflight = web.request("OPTIONS", "/sign-up", headers={
            "Origin": "https://pfa.example", "Access-Control-Request-Method": "POST"})
        assert "X-Bot-Token" in preflight.headers["Access-Control-Allow-Headers"]
    assert len(vendor.forms) == 1


def test_under_openfaas_and_behind_a_function_url_the_token_is_in_the_header_too(world, recaptcha):
    body = json.dumps(DATA)
    status, stdout, _ = Watchdog(world).request("sign-up", body.encode(), path="/sign-up")
    assert json.loads(stdout)["error"]["code"] == SUSPECTED
    status, stdout, _ = Watchdog(world).request("sign-up", body.encode(), path="/sign-up", X_Bot_Token=recaptcha.issue("t"))
    assert status == 0 and "session" in json.loads(stdout)
    body = json.dumps({**DATA, "email": "lee@example.com"})
    with closing(FunctionURL(world)) as url:
        assert json.loads(url.request("sign-up", body=body)["body"])["error"]["code"] == SUSPECTED
        answer = url.request("sign-up", body=body, x_bot_token=recaptcha.issue("u"))
        assert answer["statusCode"] == 200 and "session" in json.loads(answer["body"])


def test_an_envelope_cannot_be_smuggled_into_a_body(world, recaptcha):
    with lighttpd(world) as web:
        answer = web.post("sign-up", {"botToken": recaptcha.issue("t"), "data": DATA})
        assert answer.json["error"]["code"] == "event/invalid" and recaptcha.forms == []


# vestibule doctor


def doctor(world):
    done = subprocess.run(
        [BIN / "vestibule", "doctor", "--json"], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)
    return [entry for entry in json.loads(done.stdout)["findings"] if entry["subject"] == "bot check"]


def test_doctor_asks_the_vendor_whether_it_accepts_the_secret(world, vendor):
    [finding] = doctor(world)
    assert finding["state"] == "ok" and vendor.vendor in finding["message"]
    world.env["BOT_CHECK_SECRET"] = "another"
    [finding] = doctor(world)
    assert finding["state"] == "trouble" and "BOT_CHECK_SECRET" in finding["message"]
    del world.env["BOT_CHECK_SECRET"]
    [finding] = doctor(world)
    assert finding["state"] == "trouble" and "BOT_CHECK_SECRET" in finding["message"] and finding["advice"]


def test_doctor_says_nothing_without_a_check_for_bots(world):
    assert doctor(world) == []


def test_a_page_sends_no_mail_that_the_check_protects_but_takes_the_code_of_one(world):
    world.policy(policy())
    verified(world)
    code = code_for(world, "reset-password")
    world.policy(policy(botCheck={"provider": "turnstile", "functions": ["reset-password"]}))
    world.env["BOT_CHECK_SECRET"] = SECRET
    before = len(mails_to(world, "kim"))
    for method in ("GET", "POST"):
        page = world.run("reset-password-page", {"email": "kim@example.com"} if method == "POST" else {}, httpmethod=method, clientip="192.0.2.7")
        assert page.json["status"] == 403 and "Please use the app." in page.json["html"] and 'name="email"' not in page.json["html"]
    world.run("deliver-mail")
    assert len(mails_to(world, "kim")) == before
    page = world.run("reset-password-page", {"code": code, "newPassword": PASSWORD + "!"}, httpmethod="POST", clientip="192.0.2.7")
    assert page.json["status"] == 200
