# SPDX-License-Identifier: Apache-2.0
"""What has one of several forms: results, which are enumerations with a payload, and requests, which are made by a static function
for each form. functions.json says which members a form has; here are their names."""

from dataclasses import dataclass

from deployment.openapi_schemas import pascal_case


@dataclass(frozen=True)
class Case:
    """A form of a result."""

    name: str
    #: The member that no other form has. The first form is that of all other answers.
    key: str
    description: str
    #: Members that need not be there; None: those that no form requires.
    optional: tuple | None = None


@dataclass(frozen=True)
class Form:
    """A form of a request: the function that makes it, and its members in their order."""

    name: str
    members: tuple
    description: str
    #: Members that may be given; None: those that no form has.
    optional: tuple | None = None
    #: Whether the first argument has no label.
    is_short: bool = True


SIGNED_IN = Case("signedIn", "account", "Somebody who is signed in.")
CHALLENGED = Case(
    "challenged", "challenge", "The challenge of a second factor, which has to be passed first. There is no session yet.", ("options",))
SENT = Case("sent", "invitation", "An invitation that was made, and sent unless its channel is `link`.", (
    "resent", "data", "returnURL", "link", "shortCode", "qr", "suggestion"))
UNSENT = Case("unsent", "status", "An invitation that was not made, because its address looks mistyped.", ())
RESENT = Case("resent", "invitation", "An invitation that was sent again.")
REFUSED = Case("refused", "error", "A refusal of this one.")

#: Of each result, its forms.
RESULTS = {
    "AcceptInvitationResult": [Case("accepted", "account", "What an acceptance leads to."), CHALLENGED],
    "DeleteAccountResult": [
        Case("deleting", "deletesAt", "An account that can be restored for some days.", ()),
        Case("deleted", "deleted", "The id of an account that is erased.")],
    "ResendInvitationResult": [RESENT, Case("many", "results", "What became of many invitations.", ())],
    "ResendInvitationResultEntry": [RESENT, REFUSED],
    "RestoreAccountResult": [SIGNED_IN, CHALLENGED],
    "SendInvitationResult": [SENT, UNSENT, Case("many", "results", "What became of each client of the list, in its order.")],
    "SendInvitationResultEntry": [SENT, UNSENT, REFUSED],
    "SignInResult": [SIGNED_IN, CHALLENGED],
    "SignInWithAppleResult": [SIGNED_IN, CHALLENGED],
}
CREDENTIALS = ("birthDate", "consent", "device")
#: Of each request, its forms.
REQUESTS = {
    "AcceptInvitationRequest": [
        Form("identity", ("identity", "code"), "With the ID token of a provider.", ("displayName", *CREDENTIALS)),
        Form("password", ("password", "email", "code"), "With the password of an account that exists.", CREDENTIALS),
        Form("newPassword", ("newPassword", "code"), "With a password for a new account.", ("email", "displayName", *CREDENTIALS)),
        Form("mailAlone", ("byMail", "code"), "With the mail alone: a new account without a password.", ("displayName", *CREDENTIALS)),
        Form("newPasskey", ("passkey", "code"), "With a new passkey for a new account, by the options of a ``PasskeyOptionsRequest`` "
             "with the same code.", ("displayName", *CREDENTIALS)),
        Form("asSignedIn", ("code",), "As the person who is signed in.", (), is_short=False),
        Form("waiting", ("invitationId",), "As the person who is signed in: an invitation that waits for the account's address.", (),
             is_short=False)],
    "AnswerChallengeRequest": [
        Form("code", ("code", "challenge"), "With the code of an authenticator app."),
        Form("passkey", ("credential", "challenge"), "With what the authenticator of a passkey answered."),
        Form("recoveryCode", ("recoveryCode", "challenge"), "With one of the recovery codes, which works once.", ())],
    "ConfirmFactorRequest": [
        Form("code", ("code", "factorId"), "With the code of an authenticator app."),
        Form("passkey", ("credential", "factorId"), "With what the authenticator of a passkey answered.")],
    "DeclineInvitationRequest": [
        Form("code", ("code",), "With the code of the invitation."),
        Form("waiting", ("invitationId",), "As the person who is signed in: an invitation that waits for the account's address.",
             is_short=False)],
    "ReauthenticateRequest.Factor": [
        Form("code", ("code",), "The code of an authenticator app."),
        Form("passkey", ("credential",), "What the authenticator of a passkey answered.")],
    "ResendInvitationRequest": [
        Form("invitation", ("invitationId",), "Sends one again.", is_short=False),
        Form("invitations", ("invitationIds",), "Sends several again.", ("deliver", "alsoByMail", "note", "teamId"), is_short=False),
        Form("all", ("status",), "Sends all of a state again.", ("deliver", "alsoByMail", "note", "teamId"), is_short=False)],
    "ResetPasswordRequest": [
        Form("mail", ("email",), "Requests the mail.", is_short=False),
        Form("newPassword", ("newPassword", "code"), "Sets a password with the code of the mail.")],
    "RestoreAccountRequest": [
        Form("code", ("code",), "With the code of the mail."),
        Form("identity", ("identity",), "With the ID token of a provider."),
        Form("password", ("email", "password"), "With an address and a password.", is_short=False),
        Form("passkey", ("passkey",), "With a passkey, by the options of a ``PasskeyOptionsRequest`` without a code.")],
    "SendInvitationRequest": [
        Form("client", ("client",), "Invites one client."),
        Form("clients", ("clients",), "Invites several clients.")],
    "SignInRequest": [
        Form("identity", ("identity",), "With the ID token of a provider."),
        Form("password", ("email", "password"), "With an address and a password.", is_short=False),
        Form("password", ("username", "password"), "With a user name and a password.", is_short=False),
        Form("passkey", ("passkey",), "With a passkey, by the options of a ``PasskeyOptionsRequest`` without a code."),
        Form("mailedCode", ("code", "email"), "With the code of the mail that ``RequestSignInRequest`` sends.")],
    "UpdateMemberRequest": [
        Form("account", ("accountId", "profile"), "By the id of the account.", is_short=False),
        Form("account", ("email", "profile"), "By the address of the account.", is_short=False)],
    "VerifyEmailRequest": [
        Form("mail", ("email",), "Requests the mail.", (), is_short=False),
        Form("code", ("code",), "Confirms or refuses the address with the code of the mail.")],
}


def forms(schema):
    """The members that each form of a schema requires."""
    return [tuple(it) for it in schema.get("x-oneOf", [])]


def payload(case, cases, schema):
    """The schema of what a form contains: its members, or the only one."""
    found = forms(schema)
    assert len(found) == len(cases), found
    [own] = [form for form in found if case.key in form]
    required = [*schema.get("required", []), *own]
    taken = {key for form in found for key in form} | {key for other in cases for key in other.optional or ()}
    optional = [key for key in schema["properties"] if key not in taken] if case.optional is None else case.optional
    members = {key: schema["properties"][key] for key in schema["properties"] if key in required or key in optional}
    return {"description": case.description, "type": "object", "required": required, "properties": members}


def with_cases(schemas):
    """The schemas, in which a result with several forms refers to a schema for each."""
    found = {}
    for name, schema in schemas.items():
        if name not in RESULTS:
            assert not (name.endswith(("Result", "Entry")) and forms(schema)), f"{name} needs its forms in RESULTS"
            found[name] = schema
            continue
        cases = []
        for case in RESULTS[name]:
            inner = payload(case, RESULTS[name], schema)
            if len(inner["properties"]) == 1:
                cases.append({"name": case.name, "key": case.key, "description": case.description, **inner["properties"][case.key]})
                continue
            of_case = f"{name}{pascal_case(case.name)}"
            found[of_case] = inner
            cases.append({"name": case.name, "key": case.key, "isWhole": True, "$ref": f"#/components/schemas/{of_case}"})
        found[name] = {"description": schema.get("description", ""), "x-cases": cases}
    return found
