# SPDX-License-Identifier: Apache-2.0
"""The rules and messages that an app gets, and that no secret is among them."""

import json

import pytest
from runners import lighttpd, route
from worlds import ROOT

CATALOGUE = json.loads((ROOT / "functions.json").read_text())

#: Where each public field of the policy is in the answer. `*` is any name.
PUBLIC = {
    "app.accentColor": "app.accentColor", "app.appStoreURL": "app.appStoreURL", "app.locales": "locales",
    "app.bundleIDs": "signIn.providers", "app.logoURL": "app.logoURL", "app.privacyURL": "app.privacyURL", "app.name": "app.name",
    "app.playStoreURL": "app.playStoreURL",
    "app.supportEmail": "app.supportEmail", "app.tagline": "app.tagline", "app.termsURL": "app.termsURL", "app.urlScheme": "app.urlScheme",
    "botCheck.functions": "botCheck.functions", "botCheck.provider": "botCheck.provider",
    "consent.minimumAge": "consent.minimumAge", "consent.parentalUnder": "consent.parentalUnder",
    "consent.version": "consent.version", "deletion.graceDays": "deletion.graceDays",
    "email.allowedDomains": "email.allowedDomains", "email.verification": "email.verification",
    "factors.passkey.rpID": "signIn.passkey.rpID", "factors.requiredFor": "factors.requiredFor", "factors.totp": "factors.totp",
    "invitation.allowNote": "invitation.allowNote", "invitation.branding": "invitation.branding",
    "invitation.days": "invitation.days", "invitation.roles": "invitation.roles",
    "limits.guardian": "limits.guardian", "limits.invite": "limits.invite", "limits.inviteRecipient": "limits.inviteRecipient",
    "limits.mailRequests": "limits.mailRequests", "limits.requestInvitation": "limits.requestInvitation",
    "limits.shortCode": "limits.shortCode", "limits.shortCodeAll": "limits.shortCodeAll",
    "limits.joinNotice": "limits.joinNotice", "limits.public": "limits.public", "limits.inviteTeam": "limits.inviteTeam",
    "limits.serviceKey": "limits.serviceKey",
    "limits.resetPassword": "limits.resetPassword", "limits.signIn": "limits.signIn",
    "limits.signInAccount": "limits.signInAccount", "limits.signUp": "limits.signUp",
    "limits.verifyEmail": "limits.verifyEmail", "limits.verifyEmailPause": "limits.verifyEmailPause", "messages": "messages",
    "profile.callingCode": "profile.callingCode", "profile.displayName": "profile.displayName",
    "profile.fields": "profile.fields", "profile.foreignPhones": "profile.foreignPhones", "profile.phone": "profile.phone",
    "profile.username": "profile.username", "providers.*.audiences": "signIn.providers",
    "providers.*.clientIDs": "signIn.providers", "providers.*.issuer": "signIn.providers", "providers.*.nonce": "signIn.providers",
    "providers.*.nonceForm": "signIn.providers", "providers.*.projectID": "signIn.providers",
    "providers.*.url": "signIn.providers", "providers.email": "signIn.mailedCode",
    "providers.password.denyCommon": "signIn.password.denyCommon",
    "providers.password.minLength": "signIn.password.minLength", "providers.password.require": "signIn.password.require",
    "roles.invitee": "roles.invitee", "roles.inviter": "roles.inviter", "roles.signUp": "roles.signUp", "roleDescriptions": "roleNames",
    "session.bindDevice": "session.bindDevice", "session.recentMinutes": "session.recentMinutes",
}
#: Fields of the policy that are not in the answer.
ABSENT = {
    "accessToken.audience", "accessToken.claims",
    "app.androidApps", "app.appleAppIDs", "app.phrases", "app.returnURLs", "botCheck.minimumScore", "botCheck.whenUnavailable",
    "cors.origins", "deletion.clientRecords", "factors.passkey.origins", "invitation.emailMatch", "invitation.remindDaysBefore",
    "limitProviderSignUps", "members.visibility", "providers.*.authorizationURL", "providers.*.clientID", "providers.*.clientSecret",
    "providers.*.jwks", "providers.*.jwksURL", "providers.*.keyID", "providers.*.teamID", "providers.*.tenants", "providers.*.tokenURL",
    "providers.*.trustEmail", "providers.password.argon2", "push.apns", "push.events", "push.fcm", "retention.auditDays",
    "retention.mailDays", "retention.sessionDays", "revealAccounts", "roles.legacy", "session.absoluteDays",
    "session.accessMinutes", "session.idleDays", "session.maxPerAccount", "session.refreshGraceSeconds", "supabase", "teams", "texts", "webhooks",
}


def fields(schema, place=()):
    """The paths of the policy's settings: two levels, and three below providers and passkeys."""
    definition = CATALOGUE["$defs"].get(schema.get("$ref", "").removeprefix("#/$defs/"), {})
    schema = {**definition, **schema}
    depth = 3 if place[:1] == ("providers",) or place[:2] == ("factors", "passkey") else 2
    if len(place) < depth and schema.get("properties"):
        found = [each for name, inner in schema["properties"].items() for each in fields(inner, (*place, name))]
        others = schema.get("additionalProperties")
        return found + (fields(others, (*place, "*")) if isinstance(others, dict) else [])
    return [".".join(place)]


def at(answer, path):
    for name in path.split("."):
        answer = answer[name]
    return answer


def test_each_field_of_the_policy_is_either_public_or_absent():
    known = set(fields(CATALOGUE["$defs"]["policy"]))
    assert known == set(PUBLIC) | ABSENT and not set(PUBLIC) & ABSENT


POLICY = {
    "app": {
        "name": "Aa", "tagline": "Bb", "urlScheme": "cc", "appStoreURL": "https://apps.example/d", "playStoreURL": "https://play.example/e",
        "supportEmail": "help@app.example", "logoURL": "https://app.example/l.png", "accentColor": "#1a4fc4",
        "termsURL": "https://app.example/terms", "privacyURL": "https://app.example/privacy", "bundleIDs": ["app.bundle"],
        "appleAppIDs": ["ABSENT.apple"], "androidApps": [{"package": "absent.android", "fingerprints": ["AB:CD"]}], "locales": ["de", "en"],
        "phrases": {"de": {"program": "absent-phrase"}},
    },
    "roles": {"inviter": "trainer", "invitee": "client", "signUp": ["trainer", "client"], "legacy": "absent-role"},
    "providers": {
        "google": {"audiences": ["google-client"], "nonce": "required", "jwksURL": "https://absent.example/keys"},
        "apple": {"teamID": "ABSENTTEAM", "keyID": "ABSENTKEY", "clientIDs": ["apple-client"]},
        "off": {"issuer": "https://absent-issuer.example"},
        "password": {"minLength": 9, "require": ["upper", "digit"], "denyCommon": False, "argon2": {"memoryKiB": 7777}}, "email": {},
    },
    "invitation": {"days": 7, "allowNote": True, "branding": True, "roles": ["client", "trainer"], "remindDaysBefore": [3]},
    "email": {"allowedDomains": ["bücher.example"], "verification": "required"},
    "profile": {"displayName": "optional", "username": "required", "phone": "required", "callingCode": "49", "foreignPhones": "refused",
                "fields": {"classYear": {"type": "integer", "minimum": 1, "maximum": 4, "title": {"de": "Jahrgang", "en": "Absent"}}}},
    "texts": {"de": {"invite": {"headline": "absent-headline"}}}, "roleDescriptions": {"de": {"trainer": "eine Trainerin"}},
    "session": {"recentMinutes": 7, "bindDevice": True}, "deletion": {"graceDays": 11},
    "factors": {"totp": True, "passkey": {"rpID": "app.example", "origins": ["https://absent.app.example"]}, "requiredFor": ["trainer"]},
    "consent": {"version": "3", "minimumAge": 13, "parentalUnder": 18},
    "limits": {"signIn": {"max": 4, "seconds": 100, "blockSeconds": 500}, "verifyEmailPause": {"max": 1, "seconds": 45}},
    "messages": {"de": {"auth/weak-password/too-short": "Mindestens {min}!"}},
    "webhooks": [{"url": "https://absent-hook.example"}], "cors": {"origins": ["https://absent-origin.example"]},
    "push": {"fcm": {"projectID": "absent-project"}, "apns": {"teamID": "ABSENTT", "keyID": "ABSENTK", "topic": "absent.topic"}},
    "botCheck": {"provider": "hcaptcha", "functions": ["sign-up"]},
}


@pytest.fixture
def configuration(world):
    world.policy(POLICY)
    answer = world.run("app-configuration", {"locale": "de"}, env={"PUBLIC_URL": "https://pfa.example"}).json
    assert "error" not in answer, answer
    return answer


def test_an_app_gets_every_public_rule_and_nothing_else(configuration):
    answer = configuration
    for path in PUBLIC.values():
        assert at(answer, path) is not None, path
    text = json.dumps(answer).lower()
    # What must not be there is marked in the policy above.
    assert "absent" not in text and "7777" not in text and "memoryKiB".lower() not in text
    assert "role/trainer" not in answer["messages"]


def test_an_app_knows_its_links_and_whom_it_may_sign_in(configuration):
    answer = configuration
    assert answer["publicURL"] == "https://pfa.example"
    assert answer["app"]["name"] == "Aa" and answer["app"]["urlScheme"] == "cc"
    assert answer["signIn"] == {
        "providers": [
            {"name": "apple", "issuer": "https://appleid.apple.com", "clientIDs": ["app.bundle", "apple-client"],
             "nonce": "optional", "nonceForm": "sha256"},
            {"name": "google", "issuer": "https://accounts.google.com", "clientIDs": ["google-client"], "nonce": "required", "nonceForm": "plain"}],
        "password": {"minLength": 9, "require": ["upper", "digit"], "denyCommon": False}, "mailedCode": True,
        "passkey": {"rpID": "app.example"}}


def test_an_app_knows_the_rules_and_words_of_its_forms(configuration):
    answer = configuration
    assert answer["email"] == {"allowedDomains": ["xn--bcher-kva.example"], "verification": "required"}
    assert answer["limits"]["signIn"] == {"max": 4, "seconds": 100, "blockSeconds": 500}
    assert answer["limits"]["verifyEmailPause"] == {"max": 1, "seconds": 45}
    assert answer["messages"]["auth/weak-password/too-short"] == "Mindestens {min}!"
    assert answer["profile"]["fields"]["classYear"]["title"] == "Jahrgang" and answer["roleNames"]["trainer"] == "eine Trainerin"


def test_the_messages_are_those_of_refusals_in_the_language_asked_for(world):
    for locale in ("en", "de", "es"):
        answer = world.run("app-configuration", {"locale": f"{locale}-AT"}).json
        refusal = world.run("preview-invitation", {"code": "UNKNOWN"}, acceptlanguage=locale).json["error"]
        assert answer["locale"] == locale and answer["messages"][refusal["code"]] == refusal["userMessage"]
    # The language of the request does not count: the answer is kept by caches.
    assert world.run("app-configuration", acceptlanguage="de").json["locale"] == "en"
    assert world.run("app-configuration", {"locale": "xx"}).json["locale"] == "en"


def test_caches_may_keep_it_and_a_refusal_not(world):
    with lighttpd(world) as web:
        answer = web.request("GET", route("app-configuration") + "?locale=de")
        assert answer.headers["Cache-Control"] == "public, max-age=300" and answer.json["locale"] == "de"
        assert web.request("GET", route("app-configuration") + "?locale=1").headers["Cache-Control"] == "no-store"
