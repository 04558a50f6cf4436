# SPDX-License-Identifier: Apache-2.0
"""Second factors: an authenticator app (pyotp), and an authenticator for passkeys (fido2)."""

import hashlib
import json
import os
import time
import uuid

import pyotp
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cose
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from people import granted, policy
from worlds import person

RP_ID, ORIGIN = "pfa.example", "https://pfa.example"
FACTORS = {"totp": True, "passkey": {"rpID": RP_ID, "origins": [ORIGIN]}}
FLAG = AuthenticatorData.FLAG
VERIFIED = FLAG.UP | FLAG.UV


def with_factors(**sections):
    """The policy with passwords and every kind of factor."""
    return policy(**{"roles": {"signUp": ["admin"]}, "factors": FACTORS, **sections})


# TOTP


def enrol_totp(world, token, name=None):
    """Begins the enrollment of an app: the answer, and the app."""
    answer = granted(world.run("enroll-factor", {"type": "totp", **({"name": name} if name else {})}, token))
    return answer, pyotp.parse_uri(answer["uri"])


def confirm_totp(world, token):
    """Enrols an app: its id, the app, and the answer of `confirm-factor`."""
    begun, app = enrol_totp(world, token)
    answer = granted(world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": app.now()}, token))
    return begun["factor"]["id"], app, answer


def wait(world):
    """Lets half an hour pass for the codes of apps, so that the current code is new."""
    world.rows("UPDATE factors SET last_step = last_step - 60")


def code(world, app):
    """A code that the app has not shown before."""
    wait(world)
    return app.now()


def wrong_code(app):
    """Six digits that none of the accepted steps has."""
    right = {app.at(int(time.time()) + 30 * step) for step in range(-3, 4)}
    return next(text for text in (f"{number:06}" for number in range(100)) if text not in right)


# Passkeys


class Authenticator:
    """An authenticator with one passkey, made with PyPI's fido2. `attributes` of a ceremony replace what is right."""

    def __init__(self, algorithm="ES256", backup=FLAG.BE | FLAG.BS, counter=1):
        self.id, self.counter, self.backup = os.urandom(32), counter, backup
        if algorithm == "ES256":
            self.key = ec.generate_private_key(ec.SECP256R1())
            self.public = cose.ES256.from_cryptography_key(self.key.public_key())
        elif algorithm == "EdDSA":
            self.key = ed25519.Ed25519PrivateKey.generate()
            self.public = cose.EdDSA.from_cryptography_key(self.key.public_key())
        else:
            self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            self.public = cose.RS256.from_cryptography_key(self.key.public_key())

    def sign(self, message):
        if isinstance(self.key, ec.EllipticCurvePrivateKey):
            return self.key.sign(message, ec.ECDSA(hashes.SHA256()))
        if isinstance(self.key, rsa.RSAPrivateKey):
            return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return self.key.sign(message)

    def credential(self, **response):
        texts = {name: websafe_encode(value) for name, value in response.items() if value is not None}
        return {
            "id": websafe_encode(self.id), "rawId": websafe_encode(self.id), "type": "public-key",
            "clientExtensionResults": {}, "response": texts}

    def make(self, options, *, origin=ORIGIN, rp_id=RP_ID, type=CollectedClientData.TYPE.CREATE, challenge=None,
             flags=VERIFIED, extra=b"", statement=None, **client):
        """The answer to the options of a registration."""
        self.user = websafe_decode(options["user"]["id"])
        client_data = self.client_data(type, challenge or options["challenge"], origin, **client)
        data = AuthenticatorData.create(
            hashlib.sha256(rp_id.encode()).digest(), flags | self.backup | FLAG.AT, self.counter,
            AttestedCredentialData.create(Aaguid(bytes(16)), self.id, self.public))
        attestation = AttestationObject.create("none", data, statement or {})
        return self.credential(clientDataJSON=client_data, attestationObject=bytes(attestation) + extra)

    def get(self, options, *, origin=ORIGIN, rp_id=RP_ID, type=CollectedClientData.TYPE.GET, challenge=None,
            flags=VERIFIED, extra=b"", counter=None, backup=None, user=None, signed=None, **client):
        """The answer to the options of a request."""
        self.counter += 1
        client_data = self.client_data(type, challenge or options["challenge"], origin, **client)
        # By hand, because fido2 makes no wrong data.
        flags |= self.backup if backup is None else backup
        counter = self.counter if counter is None else counter
        data = hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + counter.to_bytes(4) + extra
        signature = self.sign((signed or data) + hashlib.sha256(client_data).digest())
        return self.credential(
            clientDataJSON=client_data, authenticatorData=data, signature=signature,
            userHandle=self.user if user is None else user)

    @staticmethod
    def client_data(type, challenge, origin, **client):
        text = challenge if isinstance(challenge, str) else websafe_encode(challenge)
        return json.dumps({"type": str(getattr(type, "value", type)), "challenge": text, "origin": origin, "crossOrigin": False, **client}).encode()


def enrol_passkey(world, token, authenticator=None, **data):
    """Enrols a passkey: its id, the authenticator, and the answer of `confirm-factor`."""
    authenticator = authenticator or Authenticator()
    begun = granted(world.run("enroll-factor", {"type": "passkey", **data}, token))
    credential = authenticator.make(begun["options"])
    answer = granted(world.run("confirm-factor", {"factorId": begun["factor"]["id"], "credential": credential}, token))
    return begun["factor"]["id"], authenticator, answer


def sign_in_with_passkey(world, authenticator, data=None, **attributes):
    begun = granted(world.run("passkey-options"))
    passkey = {"challenge": begun["challenge"], "credential": authenticator.get(begun["options"], **attributes)}
    return world.run("sign-in", {"passkey": passkey, **(data or {})})


# Challenges


def challenged(answer):
    """The challenge that a way in has answered with."""
    result = granted(answer)
    assert result["state"] == "factorRequired" and "session" not in result and result["missing"] == [], result
    return result


def sign_in_to_challenge(world, name="ada", **data):
    return challenged(world.run("sign-in", {"identity": person(name), **data}))


def answer(world, challenge, **data):
    return world.run("answer-challenge", {"challenge": challenge["challenge"], **data})


def audited(world, action):
    return [row for row in world.rows("SELECT * FROM audit ORDER BY at, id") if row["action"] == action]


def unchanged(world, *but):
    """Every row except those of the audit log, of limits and of `but`."""
    return {
        table: sorted(map(str, world.rows(f"SELECT * FROM {table}"))) for table in world.tables()
        if table not in ("audit", "limit_hits", "hash_keys", *but)}


def unknown_id():
    return str(uuid.uuid4())
