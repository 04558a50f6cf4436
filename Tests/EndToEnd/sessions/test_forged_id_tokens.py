# SPDX-License-Identifier: Apache-2.0
"""Forged ID tokens are refused. The key sets are in the policy; each forgery differs in one thing from a valid
one."""

import base64
import datetime
import json
import time

import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from worlds import EC_KEY, KEYS, RSA_KEY, jwk

STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_STRANGER = ec.generate_private_key(ec.SECP256R1())
PEM = RSA_KEY.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
MODULUS = KEYS["keys"][0]["n"]
ALGORITHMS = jwt.algorithms.get_default_algorithms()
GOOD, GOOD_EC = {"alg": "RS256", "kid": "rsa"}, {"alg": "ES256", "kid": "ec"}
ELSEWHERE = "https://attacker.example/keys"


def base64url(data):
    return base64.urlsafe_b64encode(data if isinstance(data, bytes) else json.dumps(data).encode()).rstrip(b"=")


def claims(**changes):
    """The claims of a token for kim; a claim that is None is left out."""
    now = int(time.time())
    merged = {
        "iss": "https://accounts.google.com", "aud": "app", "sub": "kim", "iat": now, "exp": now + 600,
        "email": "kim@example.com", "email_verified": True, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def token(payload=None, header=GOOD, sign="RS256", key=RSA_KEY):
    """A token whose header, algorithm and key need not agree; `sign` is an algorithm, or makes the signature itself."""
    signed = base64url(header) + b"." + base64url(claims() if payload is None else payload)
    signature = sign(signed) if callable(sign) else ALGORITHMS[sign].sign(signed, key)
    return (signed + b"." + base64url(signature)).decode()


def ago(seconds):
    return int(time.time()) - seconds


def changed(part, change):
    parts = token().split(".")
    parts[part] = change(parts[part])
    return ".".join(parts)


def twice(claim, other):
    return token(json.dumps(claims()).encode()[:-1] + f', "{claim}": {json.dumps(other)}}}'.encode())


def certificate(key):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "accounts.google.com")])
    now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now - day, now + day).sign(key, hashes.SHA256())
    return base64.b64encode(made.public_bytes(serialization.Encoding.DER)).decode()


def by_stranger(**header):
    return lambda: token(header={**GOOD, **header}, key=STRANGER)


def saying(**changes):
    return lambda: token(claims(**{name: value() if callable(value) else value for name, value in changes.items()}))


def hs256(key):
    return lambda: token(header={**GOOD, "alg": "HS256"}, sign="HS256", key=key)


FORGERIES = {
    "payload changed": lambda: changed(1, lambda _: base64url(claims(email="ada@example.com")).decode()),
    "header changed": lambda: changed(0, lambda _: base64url({**GOOD, "typ": "JWT"}).decode()),
    "signature changed": lambda: changed(2, lambda s: s[:50] + ("A" if s[50] != "A" else "B") + s[51:]),
    "signature cut short": lambda: changed(2, lambda s: s[:-4]),
    "signature removed": lambda: changed(2, lambda s: ""),
    "stranger's key": by_stranger(),
    "stranger's key with its own kid": by_stranger(kid="stranger"),
    "stranger's key without a kid": lambda: token(header={"alg": "RS256"}, key=STRANGER),
    "stranger's elliptic key": lambda: token(header=GOOD_EC, sign="ES256", key=EC_STRANGER),
    "stranger's jwk": by_stranger(jwk=jwk(STRANGER, "rsa")),
    "stranger's jwk with its own kid": by_stranger(kid="stranger", jwk=jwk(STRANGER, "stranger")),
    "stranger's jku": by_stranger(jku=ELSEWHERE),
    "stranger's x5u": by_stranger(x5u=ELSEWHERE),
    "stranger's x5c": by_stranger(x5c=[certificate(STRANGER)]),
    "ES256 of zeros": lambda: token(header=GOOD_EC, sign=lambda _: bytes(64)),
    "ES256 in DER": lambda: token(header=GOOD_EC, sign=lambda text: EC_KEY.sign(text, ec.ECDSA(hashes.SHA256()))),
    "HS256 by the public PEM": hs256(PEM),
    "HS256 by the modulus": hs256(base64.urlsafe_b64decode(MODULUS + "==")),
    "HS256 by the modulus as text": hs256(MODULUS.encode()),
    "RS256 with the kid of an EC key": lambda: token(header={"alg": "RS256", "kid": "ec"}),
    "ES256 with the kid of an RSA key": lambda: token(header={"alg": "ES256", "kid": "rsa"}, sign="ES256", key=EC_KEY),
    "ES256 by an RSA key": lambda: token(header={"alg": "ES256", "kid": "rsa"}),
    "RS384": lambda: token(header={**GOOD, "alg": "RS384"}, sign="RS384"),
    "RS512": lambda: token(header={**GOOD, "alg": "RS512"}, sign="RS512"),
    "PS256": lambda: token(header={**GOOD, "alg": "PS256"}, sign="PS256"),
    "PS256 as RS256": lambda: token(sign="PS256"),
    **{
        f"alg {alg!r}": lambda alg=alg: token(header={**GOOD, "alg": alg}, sign=lambda _: b"")
        for alg in ("none", "None", "NONE", "nOnE", "", None, ["RS256"], "RS256")
    },
    "alg none over a true signature": lambda: token(header={**GOOD, "alg": "none"}),
    "alg in small letters": lambda: token(header={**GOOD, "alg": "rs256"}),
    "alg left out": lambda: token(header={"kid": "rsa"}),
    "alg twice": lambda: token(header=b'{"alg":"none","kid":"rsa","alg":"RS256"}'),
    **{
        f"crit {crit!r}": lambda crit=crit: token(header={**GOOD, "crit": crit})
        for crit in (["exp"], ["b64"], [], None)
    },
    **{
        f"kid {kid!r}": lambda kid=kid: token(header={"alg": "RS256", "kid": kid})
        for kid in (1, 1.5, None, True, ["rsa"], {"kid": "rsa"})
    },
    "expired": saying(exp=lambda: ago(1)),
    "not yet valid": saying(nbf=lambda: ago(-3600)),
    "issued in the future": saying(iat=lambda: ago(-3600)),
    **{f"no {name}": saying(**{name: None}) for name in ("exp", "iat", "sub", "iss", "aud")},
    "no claims": lambda: token({}),
    "exp as text": saying(exp="9999999999"),
    "exp beyond all time": saying(exp=1e300),
    "exp before all time": saying(exp=-9e11),
    "sub empty": saying(sub=""),
    "sub a number": saying(sub=7),
    "sub too long": saying(sub="k" * 256),
    "other audience": saying(aud="other"),
    "several other audiences": saying(aud=["other", "App", "app "]),
    "an empty audience": saying(aud=[]),
    "other party": saying(aud=["app", "other"], azp="other"),
    "other issuer": saying(iss="https://accounts.google.com.attacker.example"),
    "issuer of another provider": saying(iss="https://appleid.apple.com"),
    "almost the issuer": saying(iss="https://accounts.google.com/"),
    "sub twice": lambda: twice("sub", "ada"),
    "aud twice": lambda: twice("aud", "other"),
    "email twice": lambda: twice("email", "ada@example.com"),
    "claims no object": lambda: token([claims()]),
    "claims not JSON": lambda: token(b"\xff{}"),
    "header no object": lambda: token(header=["RS256"]),
    "header not JSON": lambda: token(header=b"RS256"),
    "one part": lambda: "AAAA",
    "two parts": lambda: token().rpartition(".")[0],
    "four parts": lambda: token() + ".AAAA",
    "only dots": lambda: "..",
    "an empty first part": lambda: "." + token(),
    "five parts, as JWE": lambda: base64url({"alg": "RSA-OAEP", "enc": "A256GCM"}).decode() + ".AA.AA.AA.AA",
}


def show(world, text, function="sign-in", **data):
    return world.run(function, {"identity": {"provider": "google", "idToken": text}, **data})


def test_the_original_token_is_valid(world):
    code = world.invite(world.inviter())["code"]
    assert show(world, token(), "accept-invitation", code=code).json["isNewAccount"]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_token_is_refused_and_the_invitation_stays_pending(world, forgery):
    code = world.invite(world.inviter())["code"]
    text = FORGERIES[forgery]()
    for answer in (show(world, text, "accept-invitation", code=code), show(world, text)):
        assert (answer.status, answer.code) == (0, "auth/invalid-id-token"), answer.json
        assert text not in answer.stdout.decode() + answer.stderr
    assert "inviter" in world.run("preview-invitation", {"code": code}).json
    assert len(world.rows("SELECT * FROM accounts")) == 1


ODD_KEYS = {
    "symmetric": {"kty": "oct", "k": base64url(b"s" * 32).decode(), "alg": "HS256"},
    "symmetric without alg": {"kty": "oct", "k": base64url(b"s" * 32).decode()},
    "for encryption": {**jwk(STRANGER), "use": "enc"},
    "for encryption by key_ops": {**jwk(STRANGER), "key_ops": ["encrypt"]},
    "for RSA-OAEP": {**jwk(STRANGER), "alg": "RSA-OAEP-256"},
    "for RS384": {**jwk(STRANGER), "alg": "RS384"},
}


@pytest.mark.parametrize("kid", ["odd", None])
@pytest.mark.parametrize("name", ODD_KEYS)
def test_a_key_for_anything_but_public_signatures_never_verifies(world, name, kid):
    keys = {"keys": [{**ODD_KEYS[name], "kid": "odd"}, *KEYS["keys"]]}
    world.policy({"providers": {"google": {"audiences": ["app"], "jwks": keys}}})
    algorithm, key = ("HS256", b"s" * 32) if "symmetric" in name else ("RS256", STRANGER)
    header = {"alg": algorithm, **({"kid": kid} if kid else {})}
    assert show(world, token(header=header, sign=algorithm, key=key)).code == "auth/invalid-id-token"
    assert "session" in show(world, token()).json
