# SPDX-License-Identifier: Apache-2.0
"""`list-audit`: the audit entries that an inviter may read."""

import pytest
from members import KIM, accepted, rules, update_member
from people import granted, newest_first
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]


# list-audit


def audit(world, token, **data):
    return granted(world.run("list-audit", data, token))


def actions(page):
    return [entry["action"] for entry in page["entries"]]


def test_an_inviter_reads_its_own_entries_newest_first(world, ada, bob):
    accepted(world, bob, "max")
    invited = world.invite(ada)
    assert world.run("send-invitation", {"client": KIM}, ada).code == "client/duplicate"
    identity = {"code": invited["code"], "identity": person("kim")}
    kim = granted(world.run("accept-invitation", identity, clientip="192.0.2.7", useragent="Kim's phone"))
    notes = {"clientId": invited["client"]["id"], "notes": "Knee."}
    granted(world.run("update-client", notes, ada, clientip="192.0.2.1"))
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=kim["account"]["id"]))
    granted(world.run("remove-client", {"clientId": invited["client"]["id"]}, ada))
    page = audit(world, ada)
    assert actions(page) == [
        "client.removed", "member.updated", "client.updated", "invitation.accepted", "refused", "invitation.sent"]
    assert page["nextCursor"] is None
    removed, member, updated, acceptance, refused, _ = page["entries"]
    assert acceptance["accountId"] == kim["account"]["id"] and acceptance["subjectId"] == invited["invitation"]["id"]
    assert acceptance.keys() & {"address", "userAgent", "provider"} == set()
    assert updated["address"] == "192.0.2.1" and refused["code"] == "client/duplicate"
    assert removed["subjectId"] == invited["client"]["id"] and member["subjectId"] == kim["account"]["id"]
    assert "192.0.2.7" not in str(page) and "Knee" not in str(page)


def test_an_inviter_reads_no_entry_of_another_inviter(world, ada, bob):
    accepted(world, ada)
    accepted(world, bob, "lee")
    pages = [{entry["id"] for entry in audit(world, token)["entries"]} for token in (ada, bob)]
    assert all(pages) and not pages[0] & pages[1]
    subject = audit(world, ada)["entries"][0]["subjectId"]
    assert audit(world, bob, subjectId=subject)["entries"] == []
    cursor = audit(world, ada, limit=1)["nextCursor"]
    assert {entry["id"] for entry in audit(world, bob, cursor=cursor)["entries"]} <= pages[1]


def test_the_log_is_read_in_pages_and_by_action_or_subject(world, ada):
    names = [f"p{number}" for number in range(7)]
    invited = [world.invite(ada, name) for name in names]
    granted(world.run("revoke-invitation", {"invitationId": invited[3]["invitation"]["id"]}, ada))
    whole, read, cursor = audit(world, ada)["entries"], [], None
    assert len(whole) == 8 and whole == newest_first(whole)
    for size in (3, 3, 2):
        page = audit(world, ada, limit=3, **({"cursor": cursor} if cursor else {}))
        assert len(page["entries"]) == size
        read, cursor = read + page["entries"], page["nextCursor"]
    assert read == whole and cursor is None
    assert actions(audit(world, ada, action="invitation.revoked")) == ["invitation.revoked"]
    one = audit(world, ada, subjectId=invited[3]["invitation"]["id"])
    assert actions(one) == ["invitation.revoked", "invitation.sent"]
    assert audit(world, ada, action="nothing.such")["entries"] == []
    assert world.run("list-audit", {"cursor": "nonsense"}, ada).code == "event/invalid"


def test_a_client_may_not_read_the_audit_log(world, ada):
    token = accepted(world, ada)["session"]["accessToken"]
    assert world.run("list-audit", {}, token).code == "auth/permission-denied"
