# SPDX-License-Identifier: Apache-2.0
"""The records of people who join by a link: one of each person, also after leaving and coming back."""

import pytest
from join_links import answer, clients, code, create, join, joins, links, requests, update
from people import UNLIMITED, code_in, granted, mails_to, policy, sign_up, verified
from sign_in_codes import RULES, code_for, use
from worlds import code_of, id_token

pytestmark = pytest.mark.postgresql


def test_who_leaves_and_comes_back_has_one_record_and_one_place(world, club):
    made = create(world, club, maxUses=2)
    kim = verified(world, "kim")["accessToken"]
    first = granted(joins(world, made, kim))["client"]
    for _ in range(3):
        granted(world.run("leave-inviter", {"clientId": first["id"]}, kim))
        assert granted(joins(world, made, kim))["client"]["id"] == first["id"]
    assert links(world, club)[0]["uses"] == 1 and len(clients(world, club)) == 1


def test_who_has_left_comes_back_to_a_full_link(world, club):
    made = create(world, club, maxUses=1)
    kim = verified(world, "kim")["accessToken"]
    first = granted(joins(world, made, kim))["client"]
    granted(world.run("leave-inviter", {"clientId": first["id"]}, kim))
    assert join(world, made, "lee").code == "invitation/full"
    assert granted(joins(world, made, kim))["client"]["id"] == first["id"]
    assert links(world, club)[0]["uses"] == 1


def test_who_has_left_is_admitted_to_the_same_record_and_place(world, club):
    made = create(world, club, maxUses=1, approval=True)
    kim = granted(join(world, made, "kim"))["session"]["accessToken"]
    first = granted(answer(world, club, requests(world, club)[0], True))["client"]
    granted(world.run("leave-inviter", {"clientId": first["id"]}, kim))
    assert granted(joins(world, made, kim))["joinRequest"]["status"] == "pending"
    again = granted(answer(world, club, requests(world, club)[0], True))["client"]
    assert again["id"] == first["id"]
    assert links(world, club)[0]["uses"] == 1 and len(clients(world, club)) == 1


def test_without_a_proven_address_one_record_is_kept_too(world, club):
    made = create(world, club, maxUses=1)
    kim = granted(join(world, made, "kim"))
    for _ in range(2):
        granted(world.run("leave-inviter", {"clientId": kim["client"]["id"]}, kim["session"]["accessToken"]))
        back = granted(joins(world, made, kim["session"]["accessToken"]))
        assert back["client"]["id"] == kim["client"]["id"]
    assert len(clients(world, club)) == 1


def test_an_invitation_that_was_revoked_gives_its_fields_to_nobody(world, club):
    fields = {"tier": {"type": "string", "x-setBy": "inviter"}}
    world.policy(policy(profile={"fields": fields}))
    client = {"name": "Kim", "email": "kim@example.com", "profile": {"tier": "gold"}}
    sent = granted(world.run("send-invitation", {"client": client, "deliver": "link"}, club))
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, club))
    joined = granted(joins(world, create(world, club), verified(world, "kim")["accessToken"]))
    assert joined["account"]["profile"] == {} and joined["client"]["id"] == sent["client"]["id"]


def test_a_person_who_was_invited_meanwhile_is_one_client(world, club):
    made = create(world, club, approval=True)
    kim = verified(world, "kim")
    granted(joins(world, made, kim["accessToken"]))
    [asked] = requests(world, club)
    sent = world.invite(club)
    granted(world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, kim["accessToken"]))
    assert requests(world, club) == []
    assert granted(answer(world, club, asked, True))["client"]["id"] == sent["client"]["id"]
    assert len(clients(world, club)) == 1 and links(world, club)[0]["uses"] == 0


def test_a_record_gets_the_address_once_it_is_proven(world, club):
    made = create(world, club)
    granted(join(world, made, "kim"))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert clients(world, club)[0]["email"] == "kim@example.com"
    assert world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, club).code == "client/duplicate"


def test_a_new_code_ends_what_waits_for_the_old_one(world, club):
    made = create(world, club, allowedDomains=["example.com"])
    granted(join(world, made, "kim"))
    update(world, club, made, reset=True)
    world.run("deliver-mail")
    assert "client" not in granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))


def test_the_proof_answers_the_account_with_the_fields_of_the_link(world, club):
    fields = {"chapter": {"type": "string", "x-setBy": "inviter"}}
    world.policy(policy(limits={"signUp": UNLIMITED}, profile={"fields": fields}))
    made = create(world, club, profile={"chapter": "Beta"}, allowedDomains=["example.com"])
    assert "client" not in granted(join(world, made, "kim"))
    world.run("deliver-mail")
    proven = granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert proven["account"]["profile"] == {"chapter": "Beta"} and proven["client"]["id"] == clients(world, club)[0]["id"]


def test_who_joined_and_accepts_an_invitation_later_keeps_what_the_inviter_has_noted(world, club):
    kim = granted(join(world, create(world, club), "kim"))
    changes = {"notes": "Allergic to penicillin", "phone": "+1 555 123 4567"}
    granted(world.run("update-client", {"clientId": kim["client"]["id"], **changes}, club))
    client = {"name": "Kim", "email": "kim@example.com", "notes": "Prefers mornings"}
    sent = granted(world.run("send-invitation", {"client": client, "deliver": "link"}, club))
    world.run("deliver-mail")
    [mail] = [mail for mail in mails_to(world, "kim") if "/verify" in mail.get_body(("plain",)).get_content()]
    granted(world.run("verify-email", {"code": code_in(mail)}))
    token = kim["session"]["accessToken"]
    granted(world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, token))
    [record] = world.rows("SELECT id, notes, phone FROM clients")
    assert record["id"] == sent["client"]["id"] and record["phone"] == "+15551234567"
    assert record["notes"] == "Prefers mornings\nAllergic to penicillin"


def test_a_join_that_waits_is_done_when_an_invitation_proves_the_address(world, club):
    bob = world.bob
    kim = granted(join(world, create(world, bob, allowedDomains=["example.com"]), "kim"))
    assert kim["waiting"] and clients(world, bob) == []
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, club))
    mailed = code_of(mails_to(world, "kim", "invited")[-1])
    granted(world.run("accept-invitation", {"code": mailed}, kim["session"]["accessToken"]))
    assert world.rows("SELECT * FROM waiting_acceptances") == []
    assert [client["accountId"] for client in clients(world, bob)] == [kim["account"]["id"]]


def test_a_record_without_a_name_gets_the_one_that_a_provider_brings(world, club):
    token = {"provider": "google", "idToken": id_token(sub="noa")}
    granted(world.run("accept-invitation", {"code": code(create(world, club)), "identity": token}))
    assert [client["name"] for client in clients(world, club)] == ["Someone"]
    named = id_token(sub="noa", email="noa@example.com", email_verified=True, name="Noa Levi")
    granted(world.run("sign-in", {"identity": {"provider": "google", "idToken": named}}))
    assert [client["name"] for client in clients(world, club)] == ["Noa Levi"]


def test_joining_again_keeps_a_field_that_was_set_later(world, club):
    world.policy(policy(profile={"fields": {"chapter": {"type": "string", "x-setBy": "inviter"}}}))
    made = create(world, club, profile={"chapter": "Beta"})
    kim = verified(world, "kim")["accessToken"]
    first = granted(joins(world, made, kim))
    assert first["account"]["profile"] == {"chapter": "Beta"}
    granted(world.run("update-member", {"accountId": first["account"]["id"], "profile": {"chapter": "Gamma"}}, club))
    granted(world.run("leave-inviter", {"clientId": first["client"]["id"]}, kim))
    assert granted(joins(world, made, kim))["account"]["profile"] == {"chapter": "Gamma"}


def test_what_an_invitation_gives_one_person_wins_over_what_a_link_gives_everybody(world, club):
    fields = {name: {"type": "string", "x-setBy": "inviter"} for name in ("chapter", "tier")}
    world.policy(policy(profile={"fields": fields}))
    made = create(world, club, profile={"chapter": "Beta", "tier": "silver"})
    client = {"name": "Kim", "email": "kim@example.com", "profile": {"tier": "gold"}}
    granted(world.run("send-invitation", {"client": client, "deliver": "link"}, club))
    joined = granted(joins(world, made, verified(world, "kim")["accessToken"]))
    assert joined["account"]["profile"] == {"tier": "gold", "chapter": "Beta"}


# After the first proof of an address that somebody else may have claimed


def proven(world, name="kim"):
    """The access token of an account that a mailed code has just proven."""
    return granted(use(world, code_for(world, name), name))["session"]["accessToken"]


@pytest.mark.parametrize("way", ["code", "link", "request"])
def test_a_tie_settles_the_role(world, club, way):
    world.policy(RULES)
    granted(sign_up(world))
    kim = proven(world)
    match way:
        case "code": granted(world.run("accept-invitation", {"code": world.invite(club)["code"]}, kim))
        case "link": granted(joins(world, create(world, club), kim))
        case "request":
            granted(joins(world, create(world, club, approval=True), kim))
            granted(answer(world, club, requests(world, club)[0], True))
    assert world.run("complete-account", {"role": "admin"}, kim).code == "auth/role-immutable"
    seen = granted(world.run("get-account", {}, kim))
    assert (seen["account"]["role"], seen["missing"], len(seen["clients"])) == ("client", [], 1)


def test_an_invitation_takes_the_record_in_whose_tie_the_person_has_not_agreed_yet(world, club):
    world.policy(RULES)
    first = granted(join(world, create(world, club), "kim"))["client"]
    granted(world.run("assign-workout", {"clientId": first["id"], "title": "Legs"}, club))
    kim = proven(world)
    assert granted(world.run("get-account", {}, kim))["missing"] == ["role", "inviters"]
    sent = world.invite(club)
    accepted = granted(world.run("accept-invitation", {"code": sent["code"]}, kim))
    assert accepted["missing"] == [] and [workout["title"] for workout in accepted["workouts"]] == ["Legs"]
    assert [client["id"] for client in clients(world, club)] == [sent["client"]["id"]]


@pytest.mark.parametrize("way", ["kept", "changed"])
def test_the_record_of_who_has_joined_gets_the_address_when_it_is_proven(world, club, way):
    world.policy(policy())
    kim = granted(join(world, create(world, club), "kim"))["session"]["accessToken"]
    assert "email" not in clients(world, club)[0]
    if way == "kept":
        kim = proven(world)
        [waiting] = granted(world.run("get-account", {}, kim))["account"]["waitingInviters"]
        granted(world.run("complete-account", {"keepInviters": [waiting["clientId"]]}, kim))
    else:
        granted(world.run("update-account", {"email": "kim.lee@example.com"}, kim))
        world.run("deliver-mail")
        granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim.lee")[-1])}))
    assert clients(world, club)[0]["email"] == {"kept": "kim@example.com", "changed": "kim.lee@example.com"}[way]
