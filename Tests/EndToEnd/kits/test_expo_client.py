# SPDX-License-Identifier: Apache-2.0
"""The client for Expo and React: strict TypeScript, in a React tree against the built functions, and forms that judge as the server."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from openapi_documents import FOR_APPS
from operators import vestibule
from runners import lighttpd
from worlds import POLICY, ROOT, id_token

pytestmark = pytest.mark.slow
CLIENT = ROOT / "scripts/clients/expo"
TESTS = ROOT / "Tests/EndToEnd/kits/expo_client"
#: Where Debian's packages of JavaScript are. Node.js from elsewhere does not look there by itself.
DEBIAN = pathlib.Path("/usr/share/nodejs")
LIMITS = {name: {"max": 100_000, "seconds": 60} for name in (
    "signUp", "signIn", "signInAccount", "invite", "inviteRecipient", "public", "mailRequests", "shortCode", "shortCodeAll")}
STORY = {
    **POLICY, "providers": {**POLICY["providers"], "password": {}}, "email": {"verification": "optional"}, "limits": LIMITS,
    "roles": {"inviter": "trainer", "invitee": "client", "signUp": ["trainer", "client"]}, "invitation": {"emailMatch": "any"},
}


def compiled(folder):
    """The client and its tests as JavaScript. Debian has React, and the tests have declarations and stubs of Expo's modules."""
    shutil.copytree(CLIENT / "src", folder / "src")
    shutil.copytree(TESTS, folder / "tests", ignore=shutil.ignore_patterns("stubs"))
    modules = shutil.copytree(TESTS / "stubs", folder / "node_modules")
    for name in ("react", "react-test-renderer", "@types"):
        (modules / name).symlink_to(DEBIAN / name)
    options = json.loads((CLIENT / "tsconfig.json").read_text())
    (folder / "tsconfig.json").write_text(json.dumps({**options, "include": ["src", "tests"]}))
    done = subprocess.run(["tsc", "--project", folder, "--outDir", folder / "out"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("expo"))


def node(project, file, *options, **variables):
    """The output of a test file."""
    environment = {"PATH": os.environ["PATH"], "NODE_PATH": str(DEBIAN), "NODE_ENV": "development", **variables}
    done = subprocess.run(
        ["node", *options, project / "out/tests" / file], capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


def passed(output):
    """The names of the tests that passed, of Node's own report."""
    assert not re.search(r"^# (fail|skipped|todo|cancelled) [1-9]", output, re.MULTILINE), output
    return re.findall(r"^ok \d+ - (.*)", output, re.MULTILINE)


def test_the_generated_files_are_those_of_functions_json(tmp_path):
    command = [ROOT / "scripts/client-kit", "--folder", tmp_path / "swift", "--typescript-folder", tmp_path / "typescript"]
    subprocess.run(command, check=True, cwd=ROOT)
    read = lambda folder: {path.name: path.read_text() for path in folder.glob("*.ts")}
    assert read(tmp_path / "typescript") == read(CLIENT / "src/generated"), "scripts/client-kit writes them"


def test_the_client_has_every_function_that_an_app_calls():
    text = (CLIENT / "src/generated/functions.ts").read_text()
    calls = re.findall(r'^  "[\w-]+": \{ method: "(\w+)", path: "([^"]+)"', text, re.MULTILINE)
    assert {path: {method.lower()} for method, path in calls} == {path: set(methods) for path, methods in FOR_APPS["paths"].items()}


def test_files_are_short_and_need_nothing_but_react_and_expo():
    needed = set()
    for path in (CLIENT / "src").rglob("*.ts*"):
        text = path.read_text()
        assert text.count("\n") <= 350 or path.parent.name == "generated", path
        needed |= set(re.findall(r'from "([^."][^"]*)"', text))
    package = json.loads((CLIENT / "package.json").read_text())
    assert needed == set(package["peerDependencies"]) and "dependencies" not in package
    # A browser has nothing of them.
    assert "./expo" not in (CLIENT / "src/web.ts").read_text()


def test_its_parts(project):
    codes = json.dumps(FOR_APPS["components"]["schemas"]["ErrorCode"]["enum"])
    names = passed(node(project, "parts.test.js", "--test-reporter=tap", CODES=codes))
    assert len(names) == 16 and "calls have random ids without a global crypto, as in Hermes" in names


def test_sessions_of_several_tabs_and_persons(project):
    names = passed(node(project, "session.test.js", "--test-reporter=tap"))
    assert len(names) == 12 and "an invitation is kept until the second factor has been passed" in names


def test_in_a_react_tree_against_the_functions(world, project):
    world.policy(STORY)
    persons = [id_token(sub=name, email=f"{name}@example.com", email_verified=True, name="Ada") for name in "abcdefghij"]
    with lighttpd(world) as web:
        url = f"http://127.0.0.1:{web.port}"
        output = node(project, "story.test.js", "--test-reporter=tap", URL=url, RUN="a", ID_TOKENS=json.dumps(persons))
    names = passed(output)
    assert len(names) == 19 and "signing out without a network removes the tokens and does not fail" in names
    # A person who signs out during a refresh is signed out on the server too.
    revoked = world.rows("SELECT * FROM sessions WHERE revoked_at IS NOT NULL AND generation = 1")
    assert len(revoked) == 2


#: What only the server knows.
LEFT_TO_SERVER = {
    ("/password", "auth/weak-password"), ("/displayName", "auth/invalid-display-name"), ("/name", "auth/invalid-display-name"),
    ("/email", "auth/email-already-in-use"), ("/username", "auth/username-already-in-use"),
}
#: A policy with every kind of rule.
STRICT = {
    **STORY, "consent": {"version": "2", "minimumAge": 13, "parentalUnder": 18}, "email": {"allowedDomains": ["ksu.edu", "example.com"]},
    "profile": {
        "displayName": "required", "username": "optional", "phone": "required", "foreignPhones": "refused",
        "fields": {
            "classYear": {"type": "integer", "minimum": 1, "maximum": 5, "x-required": True},
            "notes": {"type": "string", "x-setBy": "inviter"},
        },
    },
}


@pytest.mark.parametrize("app, locale", [
    ("statlocker", "en"), ("psst", "de"), ("manajet", "es"), ("ddride", "en"), ("strict", "en"), ("strict", "de"), ("strict", "es"),
    ("without terms", "en")])
def test_forms_judge_as_the_server_with_its_words(world, project, app, locale):
    policies = {"strict": STRICT, "without terms": {**STRICT, "consent": {"minimumAge": 13, "parentalUnder": 18}}}
    policy = policies.get(app) or json.loads((ROOT / f"templates/policies/{app}.json").read_text())
    world.policy({**policy, "limits": {**policy.get("limits", {}), **LIMITS}})
    configuration = world.run("app-configuration", {"locale": locale}).json
    assert "email" in configuration, configuration
    output = node(project, "forms.test.js", CONFIGURATION=json.dumps(configuration), COUNT="50", SEED=str(sum(map(ord, app + locale))))
    vestibule(world, "account", "create", "ada@ksu.edu", "--role", configuration["roles"]["inviter"], "--name", "Ada")
    trainer = vestibule(world, "account", "session", "ada@ksu.edu").stdout.strip()
    assert trainer
    judged = [json.loads(line) for line in output.splitlines()]
    granted = 0
    # Where there are no terms, nobody agrees to any.
    versions = {each["request"].get("consent", {}).get("version") for each in judged}
    assert configuration["consent"].get("version") in versions and versions <= {configuration["consent"].get("version"), None}
    for each in judged:
        own, request = each["early"] or each["problems"], each["request"]
        is_invitation = each["function"] == "send-invitation"
        answer = world.run(each["function"], request, trainer if is_invitation else None, acceptlanguage=locale)
        fields = answer.json.get("error", {}).get("errors", [])
        theirs = [{**field, "pointer": field["pointer"].removeprefix("/client")} for field in fields]
        words = lambda it: (it["pointer"], it["code"], it["userMessage"])
        text = json.dumps(request, ensure_ascii=False)
        if text.isascii() and "xn--" not in text:
            # A field with several broken rules has one problem in the form.
            assert {words(it) for it in own} <= {words(it) for it in theirs}, (request, own, answer.json)
            shown = {it["pointer"] for it in each["problems"]}
            left = {(it["pointer"], it["code"]) for it in theirs if it["pointer"] not in shown}
            assert left <= LEFT_TO_SERVER, (request, own, answer.json)
        # The form refuses nothing that the server accepts.
        assert not each["problems"] or "error" in answer.json, (request, own)
        granted += "error" not in answer.json
    assert granted > 5, granted
