# SPDX-License-Identifier: Apache-2.0
"""Invitations without an address, short codes, and acceptance with what a person already has."""

import pytest
from factors import FACTORS, Authenticator
from people import LONG_DEADLINE, PASSWORD, UNLIMITED, code_in, granted, mails_to, policy, sign_in, signed_up, verified
from pictures import scanned
from worlds import code_of, person

pytestmark = pytest.mark.postgresql


@pytest.fixture
def club(world, trainer):
    """A trainer in an app with passwords, mailed codes and passkeys."""
    rules(world)
    return trainer


def rules(world, **sections):
    limits = {"signUp": UNLIMITED, "signIn": UNLIMITED, "public": UNLIMITED, **sections.pop("limits", {})}
    world.policy(policy(limits=limits, factors=FACTORS, **sections))


def by_link(world, token, **client):
    sent = granted(world.run("send-invitation", {"client": {"name": "Kim", **client}, "deliver": "link"}, token))
    return {**sent, "code": sent["link"].split("?code=")[1]}


def by_mail(world, token, name="kim"):
    """The mailed code of a new invitation."""
    client = {"name": name.title(), "email": f"{name}@example.com"}
    sent = granted(world.run("send-invitation", {"client": client}, token))
    return {**sent, "code": code_of(mails_to(world, name)[-1])}


def statuses(world, token):
    return [entry["invitation"]["status"] for entry in granted(world.run("list-clients", {}, token))["clients"]]


# Without an address


def test_a_person_is_invited_by_link_without_an_address(world, club):
    sent = by_link(world, club)
    assert "email" not in sent["client"] and "email" not in sent["invitation"]
    done = granted(world.run("accept-invitation", {
        "code": sent["code"], "newPassword": PASSWORD, "email": "kim@example.com"}))
    assert done["client"]["id"] == sent["client"]["id"] and done["account"]["emailVerified"] is False
    assert done["account"]["displayName"] == "Kim" and statuses(world, club) == ["accepted"]


def test_any_identity_takes_an_invitation_without_an_address(world, club):
    sent = by_link(world, club)
    done = granted(world.run("accept-invitation", {"code": sent["code"], "identity": person("lee")}))
    assert done["client"]["id"] == sent["client"]["id"] and done["account"]["email"] == "lee@example.com"


def test_two_people_without_addresses_are_two_clients(world, club):
    assert by_link(world, club)["client"]["id"] != by_link(world, club)["client"]["id"]
    assert statuses(world, club) == ["pending", "pending"]


def test_an_address_is_needed_for_a_mail_and_a_number_for_a_text(world, club):
    for data, pointer in [
            ({"client": {"name": "Kim"}}, "/client/email"),
            ({"client": {"name": "Kim"}, "deliver": "sms"}, "/client/phone"),
            ({"client": {"name": "Kim", "phone": "+1 555 123 4567"}, "deliver": "sms", "alsoByMail": True}, "/client/email")]:
        answer = world.run("send-invitation", data, club)
        assert [field["pointer"] for field in answer.json["error"]["errors"]] == [pointer], data
    listed = granted(world.run("send-invitation", {"clients": [{"name": "Kim"}, {"name": "Lee", "email": "lee@example.com"}]}, club))
    assert [("error" in result) for result in listed["results"]] == [True, False]


def test_a_new_account_by_link_without_an_address_needs_one(world, club):
    sent = by_link(world, club)
    answer = world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD})
    assert [field["pointer"] for field in answer.json["error"]["errors"]] == ["/email"]
    assert statuses(world, club) == ["pending"]


def test_an_invitation_without_an_address_cannot_be_mailed_again(world, club):
    sent = by_link(world, club)
    again = {"invitationId": sent["invitation"]["id"]}
    assert world.run("resend-invitation", {**again, "deliver": "mail"}, club).json["error"]["errors"][0]["pointer"] == "/deliver"
    renewed = granted(world.run("resend-invitation", again, club))
    assert renewed["link"] != sent["link"] and renewed["shortCode"] != sent["shortCode"] and scanned(renewed["qr"]) == renewed["link"]


# Short codes


def test_a_short_code_opens_what_the_link_opens(world, club):
    sent = by_link(world, club)
    typed = sent["shortCode"].lower().replace("-", "")
    # People read a zero as an O and a one as an L or an I.
    for given in (typed, typed.replace("0", "o").replace("1", "l"), typed.replace("1", "I"), f"{typed[:2]}-{typed[2:]}"):
        assert granted(world.run("preview-invitation", {"code": given}))["client"]["name"] == "Kim"
    granted(world.run("accept-invitation", {"code": sent["shortCode"], "identity": person("lee")}))
    assert world.run("preview-invitation", {"code": sent["shortCode"]}).code == "invitation/already-accepted"


def test_mails_have_no_short_code(world, club):
    sent = by_mail(world, club)
    assert not {"link", "shortCode", "qr"} & set(sent)
    assert len(world.rows("SELECT code_hash FROM invitation_codes")) == 1


def test_a_short_code_proves_nothing(world, club):
    sent = by_link(world, club, email="kim@example.com")
    for credential in ({"byMail": True}, {"newPassword": PASSWORD}):
        done = world.run("accept-invitation", {"code": sent["shortCode"], **credential})
        assert done.code == "invitation/email-mismatch" or done.json["account"]["emailVerified"] is False
    assert statuses(world, club) == ["pending"]


def test_guesses_at_short_codes_are_limited_by_client_address(world, club):
    sent = by_link(world, club)
    guess = lambda number, **more: world.run("preview-invitation", {"code": f"ZZZZ-ZZ{number:02}"}, clientip="203.0.113.7", **more)
    assert [guess(number).code for number in range(10)] == ["invitation/not-found"] * 10
    assert guess(10).code == "auth/too-many-requests"
    # Right ones are refused too, and links are not.
    assert world.run("preview-invitation", {"code": sent["shortCode"]}, clientip="203.0.113.7").code == "auth/too-many-requests"
    granted(world.run("preview-invitation", {"code": sent["code"]}, clientip="203.0.113.7"))
    granted(world.run("preview-invitation", {"code": sent["shortCode"]}, clientip="198.51.100.7"))


def test_guesses_count_at_every_function_and_by_device(world, club):
    device = {"id": "phone"}
    for number in range(10):
        answer = world.run("accept-invitation", {"code": f"ZZZZ-ZZ{number:02}", "identity": person("lee"), "device": device})
        assert answer.code == "invitation/not-found"
    sent = by_link(world, club)
    refused = world.run("accept-invitation", {"code": sent["shortCode"], "identity": person("lee"), "device": device})
    assert refused.code == "auth/too-many-requests"
    granted(world.run("accept-invitation", {"code": sent["shortCode"], "identity": person("lee")}))


def test_guesses_at_short_codes_are_limited_in_all(world, club):
    rules(world, limits={"shortCodeAll": {"max": 3, "seconds": 3600}})
    sent = by_link(world, club)
    for number in range(3):
        assert world.run("preview-invitation", {"code": f"ZZZZ-ZZ{number:02}"}).code == "invitation/not-found"
    assert world.run("preview-invitation", {"code": sent["shortCode"]}).code == "auth/too-many-requests"
    granted(world.run("preview-invitation", {"code": sent["code"]}))


def test_forty_guesses_at_once_are_counted_exactly(world, club):
    events = [{"data": {"code": f"ZZZZ-ZZ{number:02}"}, "clientip": "203.0.113.7"} for number in range(40)]
    processes = [world.start("preview-invitation", event, **LONG_DEADLINE) for event in events]
    codes = [world.finish(process).code for process in processes]
    assert sorted(codes) == ["auth/too-many-requests"] * 30 + ["invitation/not-found"] * 10


# With the mail alone


def test_the_mailed_code_alone_makes_an_account(world, club):
    sent = by_mail(world, club)
    assert "email" in granted(world.run("preview-invitation", {"code": sent["code"]}))["providers"]
    done = granted(world.run("accept-invitation", {"code": sent["code"], "byMail": True}))
    assert done["account"]["email"] == "kim@example.com" and done["account"]["emailVerified"] is True
    assert done["isNewAccount"] and done["state"] == "signedIn" and "session" in done
    assert world.rows("SELECT * FROM passwords") == [] and statuses(world, club) == ["accepted"]


def test_an_address_with_an_account_signs_in(world, club):
    verified(world, "kim")
    sent = by_mail(world, club)
    assert "email" not in granted(world.run("preview-invitation", {"code": sent["code"]}))["providers"]
    for way in ("accept-invitation", "passkey-options"):
        data = {"code": sent["code"], **({"byMail": True} if way == "accept-invitation" else {})}
        answer = world.run(way, data)
        assert answer.code == "auth/email-already-in-use" and answer.json["error"]["requiresAction"] == "sign_in"
    assert statuses(world, club) == ["pending"]


def test_a_claimed_address_is_no_account(world, club):
    stranger = signed_up(world, "kim")
    done = granted(world.run("accept-invitation", {"code": by_mail(world, club)["code"], "byMail": True}))
    assert done["isNewAccount"] and done["account"]["id"] != stranger["account"]["id"]


def test_the_mail_alone_needs_a_mailed_code_and_the_policy(world, club):
    sent = by_link(world, club, email="kim@example.com")
    assert world.run("accept-invitation", {"code": sent["code"], "byMail": True}).code == "invitation/email-mismatch"
    mailed = by_mail(world, club, "lee")
    rules_without_codes = policy(factors=FACTORS)
    del rules_without_codes["providers"]["email"]
    world.policy(rules_without_codes)
    assert world.run("accept-invitation", {"code": mailed["code"], "byMail": True}).code == "auth/provider-not-enabled"


# With a new passkey


def test_a_new_passkey_makes_an_account(world, club):
    sent = by_mail(world, club)
    begun = granted(world.run("passkey-options", {"code": sent["code"]}))
    phone = Authenticator()
    passkey = {"challenge": begun["challenge"], "credential": phone.make(begun["options"])}
    done = granted(world.run("accept-invitation", {"code": sent["code"], "passkey": passkey, "displayName": "Kim K"}))
    assert done["account"]["email"] == "kim@example.com" and done["account"]["displayName"] == "Kim K"
    assert done["state"] == "signedIn" and len(done["recoveryCodes"]) > 5 and statuses(world, club) == ["accepted"]
    # It signs in alone.
    asked = granted(world.run("passkey-options", {}))
    again = granted(world.run("sign-in", {"passkey": {
        "challenge": asked["challenge"], "credential": phone.get(asked["options"])}}))
    assert again["account"]["id"] == done["account"]["id"]


def test_a_passkey_belongs_to_its_invitation_and_is_used_once(world, club):
    kim, lee = by_mail(world, club), by_mail(world, club, "lee")
    begun = granted(world.run("passkey-options", {"code": kim["code"]}))
    phone = Authenticator()
    passkey = {"challenge": begun["challenge"], "credential": phone.make(begun["options"])}
    assert world.run("accept-invitation", {"code": lee["code"], "passkey": passkey}).code == "auth/code-expired"
    granted(world.run("accept-invitation", {"code": kim["code"], "passkey": passkey}))
    assert world.run("accept-invitation", {"code": lee["code"], "passkey": passkey}).code == "auth/code-expired"


def test_a_passkey_needs_a_mailed_code(world, club):
    sent = by_link(world, club, email="kim@example.com")
    assert world.run("passkey-options", {"code": sent["code"]}).code == "invitation/email-mismatch"


# Waiting for the address


def test_an_acceptance_by_link_waits_for_the_address(world, club):
    sent = by_link(world, club, email="kim@example.com")
    done = granted(world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD}))
    assert done["state"] == "emailNotVerified" and done["waiting"] == {"invitationId": sent["invitation"]["id"]}
    assert "client" not in done and statuses(world, club) == ["pending"]
    world.run("deliver-mail")
    proven = granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert proven["client"]["id"] == sent["client"]["id"] and statuses(world, club) == ["accepted"]


def test_a_waiting_acceptance_survives_a_resend_and_not_a_revocation(world, club):
    kim, lee = by_link(world, club, email="kim@example.com"), by_link(world, club, email="lee@example.com")
    for sent in (kim, lee):
        granted(world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD}))
    granted(world.run("resend-invitation", {"invitationId": kim["invitation"]["id"]}, club))
    granted(world.run("revoke-invitation", {"invitationId": lee["invitation"]["id"]}, club))
    world.run("deliver-mail")
    for name in ("kim", "lee"):
        proven = granted(world.run("verify-email", {"code": code_in(mails_to(world, name)[-1])}))
        assert ("client" in proven) == (name == "kim")
    assert statuses(world, club) == ["accepted", "revoked"]


def test_what_waits_is_shown_until_it_is_done_or_has_ended(world, club):
    sent = by_link(world, club, email="kim@example.com")
    token = granted(world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD}))["session"]["accessToken"]
    waiting = {"invitationId": sent["invitation"]["id"]}
    assert granted(world.run("get-account", {}, token))["waiting"] == granted(sign_in(world))["waiting"] == waiting
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, club))
    assert "waiting" not in granted(world.run("get-account", {}, token)) and "waiting" not in granted(sign_in(world))


def test_another_address_is_still_refused(world, club):
    sent = by_link(world, club, email="kim@example.com")
    answer = world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD, "email": "lee@example.com"})
    assert answer.code == "invitation/email-mismatch"
    unverified = person("lee", email_verified=False)
    assert world.run("accept-invitation", {"code": sent["code"], "identity": unverified}).code == "invitation/email-mismatch"


def test_an_identity_that_is_not_verified_waits(world, club):
    sent = by_link(world, club, email="kim@example.com")
    done = granted(world.run("accept-invitation", {"code": sent["code"], "identity": person("kim", email_verified=False)}))
    assert done["waiting"] == {"invitationId": sent["invitation"]["id"]} and statuses(world, club) == ["pending"]


# With a session


def test_a_session_takes_a_code(world, club):
    kim = verified(world, "kim")
    sent = by_link(world, club, email="kim@example.com")
    done = granted(world.run("accept-invitation", {"code": sent["code"]}, kim["accessToken"]))
    assert done["client"]["id"] == sent["client"]["id"] and "session" not in done and done["isNewAccount"] is False


def test_a_session_of_somebody_else_is_told_so(world, club):
    lee = verified(world, "lee")
    sent = by_link(world, club, email="kim@example.com")
    assert world.run("accept-invitation", {"code": sent["code"]}, lee["accessToken"]).code == "invitation/email-mismatch"
    assert world.run("accept-invitation", {"code": sent["code"]}, club).code == "auth/role-mismatch"
    assert world.run("accept-invitation", {"code": sent["code"]}).code == "auth/unauthenticated"


def test_a_session_with_a_claimed_address_waits_by_link_and_not_by_mail(world, club):
    kim = signed_up(world, "kim")
    sent = by_link(world, club, email="kim@example.com")
    waits = granted(world.run("accept-invitation", {"code": sent["code"]}, kim["accessToken"]))
    assert waits["waiting"] == {"invitationId": sent["invitation"]["id"]} and statuses(world, club) == ["pending"]
    granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"], "deliver": "mail"}, club))
    mailed = code_of(mails_to(world, "kim")[-1])
    done = granted(world.run("accept-invitation", {"code": mailed}, kim["accessToken"]))
    assert done["account"]["emailVerified"] is True and statuses(world, club) == ["accepted"]


def test_a_mail_that_was_passed_on_gives_no_address_away(world, club):
    lee = verified(world, "lee")
    client = {"name": "Kim", "email": "kim@example.com"}
    granted(world.run("send-invitation", {"client": client, "allowOtherEmail": True}, club))
    mailed = code_of(mails_to(world, "kim")[-1])
    done = granted(world.run("accept-invitation", {"code": mailed}, lee["accessToken"]))
    assert [address["email"] for address in done["account"]["addresses"]] == ["lee@example.com"]


def test_a_correction_ends_the_acceptance_at_the_wrong_address(world, club):
    sent = by_link(world, club, email="kim@example.com")
    granted(world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD}))
    granted(world.run("resend-invitation", {
        "invitationId": sent["invitation"]["id"], "email": "lee@example.com", "allowOtherEmail": True}, club))
    world.run("deliver-mail")
    assert "client" not in granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))


def test_one_credential_goes_with_a_code(world, club):
    sent = by_link(world, club)
    answer = world.run("accept-invitation", {"code": sent["code"], "byMail": True, "newPassword": PASSWORD})
    assert answer.code == "event/invalid"
    alone = world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD, "password": PASSWORD})
    assert alone.code == "event/invalid"
