# SPDX-License-Identifier: Apache-2.0
"""What the values of enumerations mean, for the comments of the client kit: functions.json describes an enumeration as a whole.

Audit actions say what they mean, and error codes have their message instead.
"""

from .types import Enumeration

MEANINGS = {
    "Account.Consent.Guardian": {
        "none": "nobody has to agree",
        "pending": "the parent or guardian has a mail, and has not decided yet",
        "agreed": "the parent or guardian agrees, and the account can be used",
        "refused": "the parent or guardian does not agree, and the account is closed",
        "withdrawn": "the parent or guardian agreed first and disagrees now, and the account is closed",
    },
    "Account.Status": {
        "active": "the account can be used",
        "disabled": "the app's operators, or a parent or guardian, have closed the account",
        "deleting": "the person has deleted the account, and can restore it until it is erased",
    },
    "AccountState": {
        "emailNotVerified": "the person has to enter the code of the mail first",
        "incomplete": "the account lacks what `missing` names",
        "guardianPending": "a parent or guardian has to agree first",
        "factorRequired": "the second factor has to be passed or, without a challenge, enrolled first",
        "signedIn": "the person reaches all functions of the role",
    },
    "AppConfiguration.BotCheck.Provider": {
        "turnstile": "Cloudflare Turnstile",
        "hcaptcha": "hCaptcha",
        "recaptcha": "Google reCAPTCHA",
    },
    "AppConfiguration.Presence": {
        "required": "every account has one: the form has to ask for it",
        "optional": "an account may have one",
        "off": "no account has one: the form must not ask for it",
    },
    "AppConfiguration.Profile.ForeignPhones": {
        "allowed": "numbers of every country are accepted",
        "refused": "only numbers of the country of `callingCode` are accepted",
    },
    "AppConfiguration.Requirement": {
        "required": "without a verified address an account reaches no function of the app",
        "optional": "an account can be used before its address is verified",
    },
    "AppConfiguration.SignIn.Password.CharacterKind": {
        "upper": "a letter in upper case",
        "lower": "a letter in lower case",
        "digit": "a digit",
        "letter": "a letter in either case",
        "symbol": "a character that is neither a letter nor a digit",
    },
    "AppConfiguration.SignIn.Provider.NonceForm": {
        "sha256": "the token has the SHA-256 of the nonce, in lower-case hexadecimal",
        "plain": "the token has the nonce as it was given",
    },
    "Device.PushService": {
        "apns": "Apple Push Notification service",
        "fcm": "Firebase Cloud Messaging",
    },
    "FactorType": {
        "totp": "an authenticator app, which shows a code of six digits (RFC 6238)",
        "passkey": "a passkey (WebAuthn)",
    },
    "GetClientResult.Delivery.Reason": {
        "address": "the address does not exist, or is disabled. Nothing else suppresses the address",
        "mailbox-full": "the mailbox is full",
        "policy": "a rule of the receiving server, such as DMARC, a block list or a rate: another mail may arrive",
        "content": "the message itself, such as its size or its form",
        "sender": "the address or the account that sends",
        "dropped": "the provider did not try, because the address is on its list of suppressions",
        "expired": "the attempts ended without success",
        "other": "none of these, or not known",
    },
    "GetClientResult.Delivery.Status": {
        "queued": "it waits to be sent",
        "sent": "the mail server or provider has taken it",
        "delayed": "the receiving server has not taken it yet, and it is tried again",
        "delivered": "the receiving server has taken it",
        "bounced": "it came back",
        "failed": "it could not be sent",
        "unknown": "nobody knows whether the mail server has taken it; it is not sent twice",
        "cancelled": "the invitation ended or was sent again before it was sent",
    },
    "InvitationChannel": {
        "mail": "the server sends a mail. Only this channel proves the address",
        "link": "the inviter passes on the link, the short code or the QR code",
        "sms": "the server sends a text message",
    },
    "InvitationDelivery": {
        "queued": "the message waits to be sent",
        "sent": "the mail server or provider has taken it",
        "delivered": "the receiving server has taken it",
        "bounced": "it came back: correct the address, and send it again",
        "failed": "it could not be sent",
        "unknown": "nobody knows whether the mail server has taken it; it is not sent twice",
    },
    "InvitationStatus": {
        "pending": "nobody has accepted it yet, and it is valid",
        "accepted": "the person has accepted it",
        "expired": "its last day is over",
        "revoked": "the inviter has withdrawn it",
        "declined": "the person does not want it",
    },
    "JoinLink.Status": {
        "open": "people can join",
        "full": "all places are taken",
        "closed": "the inviter has closed the link",
        "expired": "its last day is over",
    },
    "JoinRequestState.Status": {
        "pending": "the inviter has not answered yet",
        "approved": "the person has joined",
        "refused": "the inviter does not want the person to join",
        "expired": "the inviter has not answered within 30 days",
    },
    "ListClientsRequest.Sort": {
        "created": "by creation, the oldest first",
        "name": "by name",
        "signedIn": "by the last sign-in, the latest first",
        "sent": "by the last sending of the invitation, the latest first",
    },
    "RequiredAction": {
        "sign_in": "sign in again",
        "verify_email": "verify the address with the code of the mail",
        "complete_account": "add what the account lacks",
        "answer_challenge": "pass the second factor",
        "enroll_factor": "enroll a second factor",
        "restore_account": "restore the account, which is being deleted",
        "reset_password": "set a new password, with the code of a mail",
        "reauthenticate": "prove again who they are",
        "contact_support": "contact the app's support",
    },
    "ResendInvitationRequest.Status": {
        "undelivered": "pending ones whose message did not arrive",
        "expired": "expired ones",
        "pending": "all that can still be accepted",
    },
    "SendInvitationResult.Status": {
        "unsent": "nothing was stored or sent, because `confirmAddress` asks about an address that looks mistyped",
    },
    "TeamRole": {
        "owner": "changes the team and who is in it",
        "member": "shares the team's clients",
    },
    "UnsubscribeRequest.ListUnsubscribe": {
        "One-Click": "what mail programs post (RFC 8058)",
    },
    "VerifyEmailRequest.Decision": {
        "confirm": "the address is the person's",
        "refuse": "the person did not sign up, or does not want an account to have the address",
    },
}
#: Enumerations whose values have no further meaning here.
SELF_EXPLAINING = {"AuditAction", "ErrorCode"}


def meaning(path, text):
    """What a value of an enumeration means; none of those that explain themselves."""
    if path in SELF_EXPLAINING:
        return None
    assert text in MEANINGS.get(path, {}), f"{path}.{text} has no meaning in scripts/client_kit/values.py"
    return MEANINGS[path][text]


def unknown(types):
    """The meanings of values that no enumeration has."""
    known = {(it.path, text) for it in types.all.values() if isinstance(it, Enumeration) for _, text in it.cases}
    return {(path, text) for path, meanings in MEANINGS.items() for text in meanings} - known
