# SPDX-License-Identifier: Apache-2.0
"""Users of Firebase, Flask, Django and Keycloak, with passwords that the systems' own libraries have hashed."""

import base64
import csv
import hashlib
import io
import json
import os

import argon2
import django.conf
import firebase_scrypt
from werkzeug.security import generate_password_hash

if not django.conf.settings.configured:
    django.conf.settings.configure()

from django.contrib.auth import hashers  # noqa: E402 (needs the settings)

#: The parameters in the README of github.com/firebase/scrypt.
SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="


def hash_config(memory_cost=14, signer_key=SIGNER_KEY):
    return (
        f"hash_config {{\n  algorithm: SCRYPT,\n  base64_signer_key: {signer_key},\n  base64_salt_separator: Bw==,\n"
        f"  rounds: 8,\n  mem_cost: {memory_cost},\n}}\n")


def base64_text(content):
    return base64.b64encode(content).decode()


# Hashes


def firebase_hash(password, memory_cost=14):
    """`passwordHash` and `salt` of an exported user."""
    salt = base64_text(os.urandom(10))
    derived = firebase_scrypt.generate_derived_key(
        password=password, salt=salt, salt_separator="Bw==", rounds=8, mem_cost=memory_cost)
    return base64_text(firebase_scrypt.encrypt(base64.b64decode(SIGNER_KEY), derived)), salt


def django_hash(kind, password, cost):
    hasher = {
        "pbkdf2_sha256": hashers.PBKDF2PasswordHasher, "pbkdf2_sha1": hashers.PBKDF2SHA1PasswordHasher,
        "argon2": hashers.Argon2PasswordHasher, "bcrypt_sha256": hashers.BCryptSHA256PasswordHasher,
        "bcrypt": hashers.BCryptPasswordHasher, "scrypt": hashers.ScryptPasswordHasher}[kind]()
    # The attributes of each hasher that set its cost.
    hasher.iterations = hasher.rounds = hasher.work_factor = cost
    if kind == "argon2":
        hasher.memory_cost, hasher.time_cost, hasher.parallelism = cost, 2, 8
    return hasher.encode(password, hasher.salt())


def keycloak_credential(algorithm, password, iterations):
    salt = os.urandom(16)
    if algorithm == "argon2":
        value = argon2.low_level.hash_secret_raw(
            password.encode(), salt, iterations, 7168, 1, 32, argon2.low_level.Type.ID, 19)
        parameters = {"hashLength": ["32"], "memory": ["7168"], "type": ["id"], "version": ["1.3"], "parallelism": ["1"]}
    else:
        digest = {"pbkdf2": "sha1"}.get(algorithm, algorithm.split("-")[-1])
        value = hashlib.pbkdf2_hmac(digest, password.encode(), salt, iterations, 64)
        parameters = {}
    return {
        "id": "c", "type": "password", "userLabel": "My password", "createdDate": 1714557600000,
        "secretData": json.dumps({"value": base64_text(value), "salt": base64_text(salt), "additionalParameters": {}}),
        "credentialData": json.dumps(
            {"hashIterations": iterations, "algorithm": algorithm, "additionalParameters": parameters})}


# Users. Number n has the password `password(n)`.


def password(number):
    return f"old password {number} ü"


def address(number):
    return f"user{number}@example.com"


def firebase(numbers, memory_cost=14):
    """The output of `firebase auth:export`."""
    def user(number):
        stored, salt = firebase_hash(password(number), memory_cost)
        return {
            "localId": f"fb{number}", "email": address(number), "emailVerified": True, "passwordHash": stored, "salt": salt,
            "displayName": f"User {number}", "createdAt": "1714557600000",
            "providerUserInfo": [{"providerId": "password", "rawId": address(number), "email": address(number)}]}
    return json.dumps({"users": [user(number) for number in numbers]})


def table(rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def flask(numbers, method=lambda number: "scrypt"):
    """An app's own table, with Werkzeug's hashes."""
    return table([
        {
            "user_id": f"USR{number}", "username": f"user{number}", "email": address(number), "role": "customer",
            "password_hash": generate_password_hash(password(number), method(number)), "created_at": "2024-05-01 10:00:00"}
        for number in numbers])


DJANGO_COSTS = {
    "pbkdf2_sha256": 1000, "pbkdf2_sha1": 1000, "argon2": 1024, "bcrypt_sha256": 4, "bcrypt": 4, "scrypt": 1024}


def django_table(
        numbers, kind=lambda number: list(DJANGO_COSTS)[number % 6], costs=lambda number: DJANGO_COSTS):
    """`auth_user`."""
    return table([
        {
            "id": number, "password": django_hash(kind(number), password(number), costs(number)[kind(number)]),
            "last_login": "", "is_superuser": "f", "username": f"user{number}", "first_name": "User",
            "last_name": str(number), "email": address(number), "is_staff": "f", "is_active": "t",
            "date_joined": "2024-05-01 10:00:00.123456+00"}
        for number in numbers])


KEYCLOAK_COSTS = {"pbkdf2-sha256": 27500, "pbkdf2-sha512": 1000, "pbkdf2": 1000, "argon2": 5}


def keycloak(
        numbers, algorithm=lambda number: list(KEYCLOAK_COSTS)[number % 4], costs=lambda number: KEYCLOAK_COSTS):
    """The export of a realm with its users."""
    users = [
        {
            "id": f"5f0c2e0a-0000-4000-8000-{number:012}", "username": f"user{number}", "email": address(number),
            "firstName": "User", "lastName": str(number), "emailVerified": True, "enabled": True,
            "createdTimestamp": 1714557600000, "totp": False,
            "credentials": [keycloak_credential(algorithm(number), password(number), costs(number)[algorithm(number)])],
            "disableableCredentialTypes": [], "requiredActions": [], "notBefore": 0, "groups": [],
            "realmRoles": ["default-roles-app", "offline_access", "editor", "buyer"]}
        for number in numbers]
    return json.dumps(
        {"id": "app", "realm": "app", "roles": {"realm": [{"name": "buyer"}]}, "users": users, "clients": []}, indent=2)
