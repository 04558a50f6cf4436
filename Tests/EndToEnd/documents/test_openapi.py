# SPDX-License-Identifier: Apache-2.0
"""openapi.json and openapi-pages.json compared with the functions: Schemathesis generates requests from them, sends them through
scripts/serve, and compares every answer with them."""

import copy
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

import jsonschema
import pytest
from deployment import openapi
from every_method import WITH_PASSWORDS
from openapi_documents import FOR_APPS, FOR_PAGES, STATUSES
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from openapi_strict import strict
from people import UNLIMITED
from runners import CATALOGUE, lighttpd
from worlds import ROOT, person

OPERATIONS = [
    (path, method, operation) for document in (FOR_APPS, FOR_PAGES) for path, operations in document["paths"].items()
    for method, operation in operations.items()]
SCHEMAS = FOR_APPS["components"]["schemas"]

#: Types of generated clients and of the languages, which a schema must not hide.
TAKEN = {
    "Any", "ApiClient", "ApiException", "ApiResponse", "Class", "Client", "Configuration", "Error", "ErrorResponse", "JSONValue", "List",
    "Map", "Object", "Optional", "Request", "RequestBuilder", "Response", "Result", "Self", "State", "String", "Task", "Type", "Value",
}

#: Rules of the policy are not in a function's schema, so these refusals are correct.
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "ignored_auth", "missing_required_header", "unsupported_method",
)
#: `coverage` tries every bound of every field too, and takes five minutes.
PHASES = os.environ.get("SCHEMATHESIS_PHASES", "examples,fuzzing")
#: Generated requests of each operation of the API; of pages and without access half as many.
EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "4"))

#: These end the session that the others use.
LAST = ("signOut", "deleteAccount")
#: Supabase describes the requests of its clients itself.
DESCRIBED = [function for function in CATALOGUE.served if not function.has_subpaths]
SECRETS = {"WEBHOOK_SECRET": "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "POSTMARK_WEBHOOK_LOGIN": "user:password"}


@pytest.mark.parametrize("document", [FOR_APPS, FOR_PAGES, strict(FOR_APPS, CATALOGUE, STATUSES), strict(FOR_PAGES, CATALOGUE, STATUSES)])
def test_the_documents_are_of_openapi_3_1(document):
    validate(document, cls=OpenAPIV31SpecValidator)


def test_every_route_is_in_one_of_them_with_its_methods_and_no_other():
    documented = [(path, method) for path, method, _ in OPERATIONS]
    # A page and a function of the API may share a route: forms go to the page.
    expected = [(function.route, method.lower()) for function in DESCRIBED for method in function.methods]
    expected += [(function.route, "head") for function in DESCRIBED if "GET" in function.methods]
    expected += {(function.route, "options") for function in DESCRIBED}
    assert sorted(documented) == sorted(expected)


def test_apps_get_neither_pages_nor_webhooks_nor_methods_of_browsers():
    for path, operations in FOR_APPS["paths"].items():
        assert operations.keys() <= {"get", "post"} and not path.startswith("/.well-known/")
        assert all("text/html" not in json.dumps(operation["responses"]) for operation in operations.values())


def test_every_error_code_is_listed_once_and_has_a_name_for_programs():
    codes = SCHEMAS["ErrorCode"]
    assert codes["enum"] == CATALOGUE.definitions["errorCode"]["enum"] and set(codes["enum"]) == set(STATUSES)
    names = codes["x-enum-varnames"]
    assert len(set(names)) == len(codes["enum"]) and all(name.isidentifier() for name in names)
    assert names[codes["enum"].index("invitation/already-accepted")] == "invitationAlreadyAccepted"


def test_the_documents_state_the_access_of_each_function():
    known = {operation["operationId"]: operation for _, _, operation in OPERATIONS}
    for function in DESCRIBED:
        needs_token = known[openapi.camel_case(function.name)]["security"] == [{"accessToken": []}]
        assert needs_token == (function.entry["access"] in ("session", "inviter")), function.name


def test_every_body_and_every_result_has_a_name():
    for path, operations in FOR_APPS["paths"].items():
        for operation in operations.values():
            name = operation["operationId"][0].upper() + operation["operationId"][1:]
            assert set(operation["responses"]) == {"200", "default"}
            kinds = {"Request": operation.get("requestBody"), "Result": operation["responses"]["200"]}
            for kind, content in kinds.items():
                if content:
                    assert content["content"]["application/json"]["schema"] == {"$ref": f"#/components/schemas/{name}{kind}"}, path


def test_every_operation_has_one_tag_that_is_described():
    for document in (FOR_APPS, FOR_PAGES):
        operations = [operation for path in document["paths"].values() for operation in path.values()]
        assert {tag for operation in operations for tag in operation["tags"]} == {tag["name"] for tag in document["tags"]}
        assert all(len(operation["tags"]) == 1 for operation in operations)
        assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert {tag["name"] for tag in FOR_APPS["tags"]} == {
        "accounts", "apps", "clients", "factors", "invitations", "sessions", "teams", "workouts"}


def schemas_within(value):
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from schemas_within(item)
    elif isinstance(value, list):
        for item in value:
            yield from schemas_within(item)


def test_schemas_have_a_form_from_which_generators_make_types():
    assert not TAKEN & SCHEMAS.keys()
    for name, component in SCHEMAS.items():
        for schema in schemas_within({**component, "examples": None}):
            assert not {"anyOf", "allOf", "const", "$defs"} & schema.keys(), name
            assert schema.get("oneOf", [{}, {"type": "null"}])[1:] == [{"type": "null"}], "only as: null, or an object"
            if isinstance(schema.get("properties"), dict) and schema is not component and "type" in schema:
                assert schema is component or schema["type"] != "object" or schema == {**component, "examples": None}, name


def test_the_examples_satisfy_their_schemas():
    for name, schema in strict(FOR_APPS, CATALOGUE, STATUSES)["components"]["schemas"].items():
        validator = jsonschema.Draft202012Validator({**schema, "components": {"schemas": SCHEMAS}})
        assert name == "Refusal" or not name.endswith(("Result", "Refusal")) or "examples" in schema or name == "SignInWithAppleRefusal"
        for example in schema.get("examples", []):
            validator.validate(example)


def test_the_examples_of_refusals_have_the_texts_of_the_server():
    messages = json.loads((ROOT / "templates/messages/en.json").read_text())["errors"]
    for example in SCHEMAS["Refusal"]["examples"]:
        error = example["error"]
        assert error["status"] == STATUSES[error["code"]]
        assert error["userMessage"] == messages[error["code"]].replace("{wait}", "1 minute")


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
    for name, published in (("apps", FOR_APPS), ("pages", FOR_PAGES)):
        document = strict(copy.deepcopy(published), CATALOGUE, STATUSES)
        for operation in (operation for path in document["paths"].values() for operation in path.values()):
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if "example" in content:
                    content["example"] = replaced(content["example"], known)
        # A simple pattern generates addresses quickly; other tests cover their syntax.
        for schema in schemas_within(document):
            if schema.get("format") == "idn-email":
                schema["pattern"] = r"^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,6}$"
        (world.folder / f"{name}.json").write_text(json.dumps(document))
    return world, token, leaving


def schemathesis(folder, document, web, *arguments, token=None, examples=EXAMPLES):
    bearer = ["--header", f"Authorization: Bearer {token}"] if token else []
    done = subprocess.run(
        [pathlib.Path(sys.executable).parent / "schemathesis", "run", document, "--url", f"http://127.0.0.1:{web.port}", *bearer,
         "--checks", ",".join(CHECKS), "--phases", PHASES, "--max-examples", str(examples), "--generation-deterministic",
         "--no-color", "--warnings", "off", "--continue-on-failure", *arguments],
        cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_answer_satisfies_the_document(inhabited):
    world, token, leaving = inhabited
    only = lambda kind, names: [word for name in names for word in (f"--{kind}-operation-id", name)]
    with lighttpd(world, **SECRETS) as web:
        schemathesis(world.folder, "apps.json", web, *only("exclude", LAST), token=token)
        schemathesis(world.folder, "pages.json", web, token=token, examples=EXAMPLES // 2)
        schemathesis(world.folder, "apps.json", web, *only("include", LAST), token=leaving)
        # Supabase gets 200 with an error for a wrong signature.
        for name in ("apps", "pages"):
            # An invalid token: without any, Schemathesis 4.32 tries to sign up by itself, and fails with an internal
            # error.
            schemathesis(world.folder, f"{name}.json", web, "--exclude-tag", "webhooks", token="invalid", examples=EXAMPLES // 2)
    done = {row["action"] for row in world.rows("SELECT DISTINCT action FROM audit")}
    assert {"account.deletion-requested"} <= done, "what was made up came as far as the database"


def test_scripts_serve_serves_the_document_with_its_own_url(served):
    _, port = served
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/openapi.json") as answer:
        document = json.loads(answer.read())
        assert answer.status == 200 and answer.headers["Content-Type"] == "application/json"
    assert document["servers"][0]["url"] == f"http://127.0.0.1:{port}"
    assert {**document, "servers": None, "info": None} == {**FOR_APPS, "servers": None, "info": None}
