# SPDX-License-Identifier: Apache-2.0
"""Accounts that are deleted with a way back."""

from people import DAY, granted, mails_to, policy

GRACE = {"graceDays": 30}
#: The policy of these tests.
RULES = policy(roles={"signUp": ["client", "admin"]}, deletion=GRACE)


def inviter(world, name="ada"):
    """The session of an inviter with a verified address."""
    return world.sign_in(name, **{"as": "admin"})["session"]


def invited(world, name="kim", by="ada", **data):
    """The code of an invitation by link."""
    return world.invite(inviter(world, by)["accessToken"], name, **data)["code"]


def delete(world, session, **data):
    return world.run("delete-account", data, session["accessToken"])


def deleted(world, session, **data):
    """Deletes an account: the answer."""
    return granted(delete(world, session, **data))


def mailed_code(world, name="kim"):
    """The code of the last mail about a deletion."""
    texts = [mail.get_body(("plain",)).get_content() for mail in mails_to(world, name, "deleted")]
    return [text.split("/restore-account?code=")[1].split()[0] for text in texts if "/restore-account?code=" in text][-1]


def pass_grace(world, days=31):
    """Makes the deletion of every account due."""
    world.age("accounts", "deletes_at", days * DAY)
    world.age("account_codes", "expires_at", days * DAY, "purpose = 'restore-account'")


def restore(world, **data):
    return world.run("restore-account", data)


def is_offered_restoration(answer):
    return answer.code == "auth/user-disabled" and answer.json["error"].get("requiresAction") == "restore_account"


def actions(world, like="account.%"):
    return [row["action"] for row in world.rows("SELECT action FROM audit WHERE action LIKE ? ORDER BY at, id", (like,))]
