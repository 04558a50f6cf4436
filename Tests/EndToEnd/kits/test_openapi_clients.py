# SPDX-License-Identifier: Apache-2.0
"""Clients that generators make from openapi.json: they have every operation, and those in Python and Swift call a server."""

import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from deployment import openapi
from openapi_documents import FOR_APPS, STATUSES
from runners import CATALOGUE, lighttpd
from worlds import ROOT, id_token

pytestmark = pytest.mark.slow
TOOLS = pathlib.Path(sys.executable).parent
CALLS = ROOT / "Tests/EndToEnd/kits/openapi_clients"

#: The generator has it for every document of OpenAPI 3.1.
OF_OPENAPI_3_1 = "OpenAPI 3.1 support is still in beta"
#: The generator for Swift warns about the parameter `locale` of `app-configuration`, but makes no model of it.
OF_LOCALE = "Locale (reserved word) cannot be used as model name"
GENERATORS = ("swift6", "kotlin", "typescript-fetch", "dart")
ADA = {"sub": "ada", "email": "ada@example.com", "email_verified": True, "name": "Ada"}


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    file = tmp_path_factory.mktemp("openapi") / "openapi.json"
    file.write_text(openapi.documents(CATALOGUE, "0.1.0", STATUSES)["openapi.json"])
    return file


def operations(document=FOR_APPS):
    return {operation["operationId"] for path in document["paths"].values() for operation in path.values()}


def generate(generator, document, folder, *options):
    """Makes a client without documents and tests."""
    left_out = "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
    done = subprocess.run(
        [TOOLS / "openapi-generator-cli", "generate", "-i", document, "-g", generator, "-o", folder, "--global-property", left_out, *options],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    warnings = [line for line in (done.stdout + done.stderr).splitlines() if re.search("WARN|ERROR|Exception", line)]
    expected = f"{OF_OPENAPI_3_1}|{re.escape(OF_LOCALE)}|writing file|Excluded|INFO"
    return [line for line in warnings if not re.search(expected, line)]


def python_client(document, folder):
    done = subprocess.run(
        [TOOLS / "openapi-python-client", "generate", "--path", document, "--output-path", folder, "--meta", "none"],
        capture_output=True, text=True, env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"})
    assert done.returncode == 0 and "Warning" not in done.stdout + done.stderr, done.stdout + done.stderr


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_client_is_made_without_a_warning_and_has_every_operation(generator, document, tmp_path):
    assert generate(generator, document, tmp_path) == []
    text = "".join(file.read_text() for file in tmp_path.rglob("*") if file.suffix in (".swift", ".kt", ".ts", ".dart"))
    missing = [name for name in operations() if not re.search(rf"(?:\bfunc |\bfun |\basync |> ){name}\(", text)]
    assert missing == []


def test_the_client_in_typescript_compiles_strictly(document, tmp_path):
    generate("typescript-fetch", document, tmp_path, "--additional-properties=withoutRuntimeChecks=true")
    options = ["--strict", "--noEmit", "--target", "es2017", "--lib", "es2017,dom", "--moduleResolution", "node"]
    done = subprocess.run(["tsc", *options, tmp_path / "index.ts"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:3000]


@pytest.mark.parametrize("file", ["kotlin/Main.kt", "kotlin/Session.kt"])
def test_the_examples_name_what_the_document_has(file):
    text = (ROOT / "scripts/clients" / file).read_text()
    schemas = FOR_APPS["components"]["schemas"]
    tags = {f"{tag['name'].capitalize()}Api" for tag in FOR_APPS["tags"]}
    imported = re.findall(r"import org\.openapitools\.client\.(?:apis|models)\.(\w+)", text)
    assert imported and set(imported) <= set(schemas) | tags
    assert set(re.findall(r"ErrorCode\.(\w+)", text)) <= set(schemas["ErrorCode"]["x-enum-varnames"])
    called = set(re.findall(r"(?:[aA]pi(?:\([\w.]*\))*|sessions|accounts|invitations|listed|clients)\)*\.(\w+)\(", text))
    assert called - {"with", "apply", "joinToString"} <= operations()


def test_the_python_client_is_made_without_a_warning_has_every_operation_and_calls_a_server(world, document, tmp_path, monkeypatch):
    python_client(document, tmp_path / "vestibule_client")
    made = {file.stem.replace("_", "") for file in (tmp_path / "vestibule_client/api").glob("*/*.py")} - {"init"}
    assert made == {name.lower() for name in operations()}
    monkeypatch.syspath_prepend(tmp_path)
    module = lambda name: importlib.import_module(f"vestibule_client{name}")
    models = module(".models")
    with lighttpd(world) as web:
        url = f"http://127.0.0.1:{web.port}"
        public = module("").Client(base_url=url)
        identity = models.Identity(provider="google", id_token=id_token(**ADA))
        signed_in = module(".api.sessions.sign_in").sync(client=public, body=models.SignInRequest(identity=identity, as_="admin"))
        assert signed_in.state == models.AccountState.SIGNED_IN and signed_in.account.email == "ada@example.com"
        caller = module("").AuthenticatedClient(base_url=url, token=signed_in.session.access_token)
        body = models.SendInvitationRequest(client=models.NewClient(name="Kim", email="kim@example.com"))
        sent = module(".api.invitations.send_invitation").sync(client=caller, body=body, idempotency_key="a-random-id")
        again = module(".api.invitations.send_invitation").sync(client=caller, body=body, idempotency_key="a-random-id")
        assert sent.client.email == "kim@example.com" and again.invitation.id == sent.invitation.id
        listed = module(".api.clients.list_clients").sync(client=caller, body=models.ListClientsRequest())
        assert [entry.invitation.status for entry in listed.clients] == [models.InvitationStatus.PENDING] and listed.next_cursor is None
        refused = module(".api.invitations.preview_invitation").sync(client=public, body=models.PreviewInvitationRequest(code="A"))
        assert isinstance(refused, models.Refusal) and refused.error.code == "invitation/not-found"


def test_the_swift_client_compiles_and_calls_a_server(world, document, tmp_path):
    generate("swift6", document, tmp_path / "client")
    files = sorted((tmp_path / "client/Sources").rglob("*.swift"))
    subprocess.run(
        [shutil.which("swiftc"), "-Onone", "-wmo", "-swift-version", "6", "-parse-as-library", "-o", tmp_path / "calls", *files, CALLS / "Calls.swift"],
        check=True, stdout=subprocess.DEVNULL)
    with lighttpd(world) as web:
        done = subprocess.run(
            [tmp_path / "calls", f"http://127.0.0.1:{web.port}", id_token(**ADA)], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == [
        "invited kim@example.com 1 pending", "account ada@example.com none",
        "refused 404 true We couldn't find this invitation. Please check the link or code and try again.",
    ], done.stderr
