# SPDX-License-Identifier: Apache-2.0
"""openapi.json compared with the functions: Schemathesis generates requests from it, sends them through scripts/serve, and
compares every answer with it."""

import copy
import json
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT, person
from deployment import openapi
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from people import UNLIMITED
from runners import CATALOGUE, lighttpd
from test_functions_json import WITH_PASSWORDS

STATUSES = openapi.statuses_of_codes((ROOT / "Sources/Domain/ErrorCode.swift").read_text())
DOCUMENT = json.loads(openapi.openapi(CATALOGUE, "0.1.0", STATUSES))
OPERATIONS = {operation["operationId"]: operation for path in DOCUMENT["paths"].values() for operation in path.values()}

#: Rules of the policy are not in a function's schema, so these refusals are correct.
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "ignored_auth", "missing_required_header", "unsupported_method",
)
#: `coverage` tries every bound of every field too, and takes five minutes.
PHASES = os.environ.get("SCHEMATHESIS_PHASES", "examples,fuzzing")

#: These end the session that the others use.
LAST = ("sign-out", "delete-account")

SECRETS = {"WEBHOOK_SECRET": "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "POSTMARK_WEBHOOK_LOGIN": "user:password"}


def test_the_document_is_one_of_openapi_3_1():
    validate(DOCUMENT, cls=OpenAPIV31SpecValidator)


def test_every_route_is_in_it_with_its_methods_and_no_other():
    documented = {(path, method) for path, operations in DOCUMENT["paths"].items() for method in operations}
    expected = {(function.route, method.lower()) for function in CATALOGUE.served for method in [*function.methods, "OPTIONS"]}
    expected |= {(function.route, "head") for function in CATALOGUE.served if "GET" in function.methods}
    assert documented == expected


def test_every_error_code_is_listed_with_its_status():
    said = {}
    for name, response in DOCUMENT["components"]["responses"].items():
        error = response["content"]["application/json"]["schema"]["properties"]["error"]["properties"]
        assert name == f"Refused{error['status']['const']}"
        said |= {code: error["status"]["const"] for code in error["code"]["enum"]}
    assert said == STATUSES and set(said) == set(DOCUMENT["components"]["schemas"]["errorCode"]["enum"])


def test_the_document_states_the_access_of_each_function():
    for function in CATALOGUE.served:
        needs_token = OPERATIONS[function.name]["security"] == [{"accessToken": []}]
        assert needs_token == (function.entry["access"] in ("session", "inviter")), function.name


def replaced(value, known):
    """The same value with known values in place of members with those names."""
    if isinstance(value, dict):
        known_here = lambda name, item: name in known and isinstance(item, type(known[name]))
        return {name: known[name] if known_here(name, item) else replaced(item, known) for name, item in value.items()}
    return [replaced(item, known) for item in value] if isinstance(value, list) else value


@pytest.fixture
def inhabited(world):
    """A world with an inviter, a client, and unlimited rates: its tokens, and the document with its own ids as
    examples."""
    limits = CATALOGUE.definitions["policy"]["properties"]["limits"]["properties"]
    world.policy({**WITH_PASSWORDS, "limits": {name: UNLIMITED for name in limits}})
    signed_in = world.sign_in("ada", **{"as": "admin"})
    token = signed_in["session"]["accessToken"]
    invited = world.invite(token)
    leaving = world.sign_in("eve", **{"as": "client"})["session"]["accessToken"]
    known = {
        "clientId": invited["client"]["id"], "invitationId": invited["invitation"]["id"], "code": invited["code"],
        "refreshToken": signed_in["session"]["refreshToken"], "accountId": signed_in["account"]["id"], "identity": person("kim"),
    }
    document = copy.deepcopy(DOCUMENT)
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if "example" in content:
                content["example"] = replaced(content["example"], known)
    # A simple pattern generates addresses quickly; other tests cover their syntax.
    document["components"]["schemas"]["email"]["pattern"] = r"^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,6}$"
    (world.folder / "openapi.json").write_text(json.dumps(document))
    return world, world.folder / "openapi.json", token, leaving


def schemathesis(folder, document, web, *arguments, token=None, examples=12):
    bearer = ["--header", f"Authorization: Bearer {token}"] if token else []
    done = subprocess.run(
        [pathlib.Path(sys.executable).parent / "schemathesis", "run", document, "--url", f"http://127.0.0.1:{web.port}", *bearer,
         "--checks", ",".join(CHECKS), "--phases", PHASES, "--max-examples", str(examples), "--generation-deterministic",
         "--no-color", "--warnings", "off", "--continue-on-failure", *arguments],
        cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_answer_satisfies_the_document(inhabited):
    world, document, token, leaving = inhabited
    only = lambda kind, names: [word for name in names for word in (f"--{kind}-operation-id", name)]
    with lighttpd(world, **SECRETS) as web:
        schemathesis(world.folder, document, web, *only("exclude", LAST), token=token)
        schemathesis(world.folder, document, web, *only("include", LAST), token=leaving)
        # Supabase gets 200 with an error for a wrong signature.
        schemathesis(world.folder, document, web, "--exclude-tag", "webhooks", examples=4)
    done = {row["action"] for row in world.rows("SELECT DISTINCT action FROM audit")}
    assert {"account.deletion-requested"} <= done, "what was made up came as far as the database"
