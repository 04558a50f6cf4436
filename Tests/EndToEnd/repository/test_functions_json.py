# SPDX-License-Identifier: Apache-2.0
"""functions.json is the only list: executables, fixtures, schemas, documents and validation are compared with it."""

import copy
import json
import re
import subprocess
import zlib

import jsonschema
import pytest
from deployment.catalogue import Catalogue
from every_method import WITH_PASSWORDS
from story import FIXTURES, fill, play
from client_kit.swift import READS
from deployment.openapi_schemas import FOR_KIT
from worlds import BIN, POLICY, ROOT

pytestmark = pytest.mark.postgresql
TEXT = (ROOT / "functions.json").read_text()
LIST = json.loads(TEXT)
CATALOGUE = Catalogue(ROOT / "functions.json")
FUNCTIONS = CATALOGUE.entries
#: The functions that are not in the folder of their area, because they belong to what leaves and comes back.
DELIVERY = {"deliver-mail": "Delivery/Outbox", "on-mail-event": "Delivery/Events"}


def test_the_schemas_of_a_release_bundle_are_those_of_functions_json():
    """A release bundle decides events with them. Entries are found by the beginning of their line."""
    text = subprocess.run([ROOT / "scripts/bundle/schemas/schemas"], capture_output=True, text=True, check=True).stdout
    printed = json.loads(text)
    members, policy = printed["$defs"], printed["$defs"]["policy"]["properties"]
    for name in [name for name in members if name.startswith("policy.")]:
        reference = policy[name.removeprefix("policy.")]
        assert reference.pop("$ref") == f"#/$defs/{name}"
        assert reference.keys() == members[name].keys() & {"default"}, name
        policy[name.removeprefix("policy.")] = members.pop(name)
    for part in ("$defs", "functions"):
        assert printed[part].keys() == LIST[part].keys()
        for name, entry in LIST[part].items():
            needless = {"result", "refusal"} if part == "functions" else set()
            assert printed[part][name] == without_texts({key: entry[key] for key in entry.keys() - needless}), name
            assert text[text.index(f'\n  "{part}": '):].count(f'\n    "{name}": ') == 1, name


def with_defaults(value, reference):
    """The value with all defaults of a definition, filled in by another implementation of JSON Schema."""
    check = jsonschema.Draft202012Validator.VALIDATORS["properties"]

    def fill(validator, properties, value, schema):
        for name, member in properties.items():
            if "default" in member:
                value.setdefault(name, copy.deepcopy(member["default"]))
        yield from check(validator, properties, value, schema)

    filled = copy.deepcopy(value)
    validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"properties": fill})
    validator({**LIST, "$ref": reference}).validate(filled)
    return filled


def test_a_default_next_to_a_reference_is_complete():
    found = [schema for schema in objects(LIST) if isinstance(schema.get("default"), dict) and "$ref" in schema]
    assert found
    for schema in found:
        assert with_defaults(schema["default"], schema["$ref"]) == schema["default"]


def objects(value):
    """The value and all objects in it."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects(item)


def test_the_policy_of_a_release_bundle_has_all_defaults():
    policy = with_defaults({}, "#/$defs/policy")
    text = subprocess.run([ROOT / "scripts/bundle/schemas/schemas"], capture_output=True, text=True, check=True).stdout
    members = json.loads(text)["$defs"]["policy"]["properties"]
    assert policy == {name: member["default"] for name, member in members.items() if "default" in member}
    assert policy["providers"]["google"] == {"nonce": "optional", "trustEmail": False}, "defaults of a definition's members too"


def without_texts(schema):
    match schema:
        case dict():
            texts = {"$comment", "description", "summary", "example", "examples"}
            return {name: without_texts(schema[name]) for name in schema.keys() - texts - FOR_KIT - {READS}}
        case list():
            return [without_texts(item) for item in schema]
    return schema


def schema(function, part):
    """The schema that the executable prints, in an independent validator."""
    printed = json.loads(subprocess.run([BIN / function, "--schema"], capture_output=True, text=True).stdout)[part]
    jsonschema.Draft202012Validator.check_schema(printed)
    return jsonschema.Draft202012Validator(printed, format_checker=jsonschema.FormatChecker(["date-time"]))


def test_functions_json_has_the_layout_that_executables_search():
    assert TEXT == json.dumps(LIST, indent=2, ensure_ascii=False) + "\n"
    assert list(FUNCTIONS) == sorted(FUNCTIONS)
    for part in ("functions", "$defs", "patterns"):
        start = 0 if part == "functions" else TEXT.index(f'\n  "{part}": ')
        for name, value in LIST[part].items():
            line = f'\n    "{name}": '
            assert json.JSONDecoder().raw_decode(TEXT, TEXT.index(line, start) + len(line))[0] == value


def test_an_entry_says_only_what_differs_from_the_defaults():
    for name, entry in LIST["functions"].items():
        assert not [key for key, value in LIST["defaults"].items() if key in entry and entry[key] == value], name
    groups = [group for entry in (LIST["defaults"], *LIST["functions"].values()) for group in entry.get("variables", [])]
    assert set(groups) == set(LIST["variables"].values())


def test_each_variable_is_a_secret_or_not():
    assert list(LIST["secrets"]) == list(LIST["variables"]) and set(LIST["secrets"].values()) == {True, False}


def test_the_variables_of_an_entry_are_those_of_its_groups():
    sweep = ["DATABASE_URL", "SECRET_KEY", "POLICY_FILE", "TEMPLATES_DIR", "LOG_LEVEL", "DEADLINE_SECONDS"]
    assert FUNCTIONS["purge-records"]["variables"] == sweep
    assert FUNCTIONS["sign-in"]["variables"] == [
        *sweep[:2], "BOT_CHECK_SECRET", "BOT_CHECK_API_URL", sweep[2], "PUBLIC_URL", *sweep[3:]]
    assert FUNCTIONS["on-user-create"]["variables"] == [*sweep[:2], "WEBHOOK_SECRET", sweep[2], "PUBLIC_URL", *sweep[3:]]


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_executables_print_the_entry_with_its_defaults(name):
    printed = json.loads(subprocess.run([BIN / name, "--schema"], capture_output=True, text=True).stdout)
    for part in ("event", "result"):
        definitions = printed[part].pop("$defs", {})
        assert definitions == {used: CATALOGUE.definitions[used] for used in definitions}
        assert printed[part] == {"$schema": LIST["$schema"], **FUNCTIONS[name][part]}
    text = subprocess.run([BIN / name, "--help"], capture_output=True, text=True).stdout
    assert f"Variables: {', '.join(FUNCTIONS[name]['variables'])}.\n" in text


def test_every_function_has_an_executable_a_file_and_a_section_in_the_page_of_its_area():
    built = {file.parent.name for file in (ROOT / "Sources/Executables").glob("*/main.swift")}
    assert built == set(FUNCTIONS)
    for name, entry in FUNCTIONS.items():
        assert (BIN / name).exists()
        folder = DELIVERY.get(name) or ("Pages" if entry["area"] == "pages" else f"Functions/{entry['area'].capitalize()}")
        file = "".join(part.capitalize() for part in name.split("-")) + ".swift"
        assert len(list((ROOT / "Sources" / folder).rglob(file))) == 1, file
        page = "Pages/Functions.md" if entry["area"] == "pages" else f"Functions/{entry['area'].capitalize()}/README.md"
        assert f"\n## `{name}`\n" in (ROOT / "Sources" / page).read_text()
        assert entry["access"] in ("public", "session", "inviter", "trigger", "schedule")
        assert entry["trigger"]["type"] == {"schedule": "schedule", "trigger": "trigger"}.get(entry["access"], "http")
        assert entry["timeoutSeconds"] > 0 and entry["memoryMB"] > 0 and set(entry["needs"]) <= set(entry["variables"])


def test_the_executables_and_their_lists_are_those_of_the_file():
    assert subprocess.run([ROOT / "scripts/function-list", "--lint"]).returncode == 0
    assert {entry["area"] for entry in FUNCTIONS.values()} == set(LIST["areas"])


def test_triggers_and_schedules_have_no_route():
    for entry in FUNCTIONS.values():
        assert ("route" in entry["trigger"]) == (entry["trigger"]["type"] == "http")
        if entry["trigger"]["type"] == "schedule":
            assert len(entry["trigger"]["cron"].split()) == 5


@pytest.mark.parametrize("flag", ["sendsOutbox", "unknownPaths"])
def test_one_function_has_each_flag_that_stands_for_a_function(flag):
    assert len([name for name, entry in FUNCTIONS.items() if entry["trigger"].get(flag) is True]) == 1


def test_every_code_of_the_catalogue_is_in_the_schema_and_has_a_message_in_every_language():
    source = (ROOT / "Sources/VestibuleRules/ErrorCode.swift").read_text()
    codes = re.findall(r'case \w+ = "([^"]+)"', source)
    assert codes == LIST["$defs"]["errorCode"]["enum"]
    for file in (ROOT / "templates/messages").glob("*.json"):
        assert set(codes) <= set(json.loads(file.read_text())["errors"]), file


def test_every_action_of_the_audit_log_is_in_the_schema():
    source = (ROOT / "Sources/Domain/Results/AuditAction.swift").read_text()
    actions = [text or name for name, text in re.findall(r'case (\w+)(?: = "([^"]+)")?', source)]
    assert sorted(actions) == LIST["$defs"]["auditAction"]["enum"]


def test_the_policies_satisfy_the_schema():
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/policy", "$defs": CATALOGUE.definitions})
    policies = sorted((ROOT / "templates/policies").glob("*.json"))
    assert [file.stem for file in policies] == ["ddride", "manajet", "pfa", "psst", "statlocker"]
    for file in policies:
        validator.validate(json.loads(file.read_text()))


@pytest.mark.parametrize("name", ["ddride", "manajet", "pfa", "psst", "statlocker"])
def test_the_policies_are_accepted(world, name):
    answer = world.run("preview-invitation", {"code": "A"}, env={"POLICY_FILE": str(ROOT / f"templates/policies/{name}.json")})
    assert answer.code == "invitation/not-found", answer.json


def test_every_fixture_gets_an_answer_that_satisfies_its_schema(world):
    def checked(fixture, event):
        data = event["data"] if isinstance(event.get("data"), dict) else event
        answer = world.run(fixture["function"], event=event)
        if answer.code != "event/invalid":
            schema(fixture["function"], "event").validate(data)
        schema(fixture["function"], "result").validate(answer.json)
        return answer

    play(world, checked)
    assert {fixture["function"] for fixture in FIXTURES} == set(FUNCTIONS)


NASTY = [
    None, True, 0, -1, 1.5, 10**30, "", " ", "x", "x" * 36, "x" * 201, "é" * 200, "👩‍👩‍👧" * 50, "a\u0000b", "a\nb", "a\u2028b",
    "a@b", "a@b.co", "a..b@c.de", "jörg@exämple.de", "a@-b.de", "a@b.de.", "<a@b.co>", "a b@c.de", "a@b.c_d", "-a@b.co",
    "+1 555", "555-ABC", "de", "deutsch", "de-AT", "d", "mail", [], {}, [1], {"a": 1}, {"id": "x"}, "2026-11-21T00:00:00Z",
    "2026-13-01T00:00:00Z", "yesterday", "\u00a0x\u3000", "\tx\r\n", "\u200bx",
]


# Rules that no schema has: roles for sign-up, password strength, countries of telephone numbers, names that look like
# links, the app's fields and URLs. An address may be missing, unless a mail goes there.
OF_THE_POLICY = re.compile(
    r"^/(role|password|newPassword|phone|displayName|name|birthDate|returnURL|client/email|(client/)?profile(/.*)?)$")


def half(function, path, value):
    """Whether a value is of the half that a place does not get."""
    return zlib.crc32(f"{function} {path} {value!r}".encode()) % 2 == 0


@pytest.mark.without_database
@pytest.mark.parametrize("function", sorted(FUNCTIONS))
def test_validation_and_schema_never_disagree(world, function):
    """Replaces every member of every fixture's data by every nasty value, and removes it: both agree, except for what
    only the policy decides, and for the clients of a list, which are validated one by one. A place gets one half of the values,
    because the same kinds of fields are in many functions; the removal is tried in each fixture, because alternatives need
    other members."""
    world.policy(WITH_PASSWORDS)
    validator = schema(function, "event")
    tried = set()
    for base in [fixture["event"].get("data", fixture["event"]) for fixture in FIXTURES if fixture["function"] == function]:
        base = fill(base, {name: "x" for name in re.findall(r"{{([\w-]+)}}", json.dumps(base))})
        for key in ("identity",):
            if key in base:
                base[key] = {"provider": "google", "idToken": "a.b.c"}
        for path in list(paths(base)):
            for value in [*NASTY, ...]:
                if path[:1] == ("clients",) and (len(path) > 1 or value == [1]):
                    continue
                if value is not ... and ((path, repr(value)) in tried or half(function, path, value)):
                    continue
                tried.add((path, repr(value)))
                data = replaced(base, path, value)
                answer = world.run(function, event={"data": data})
                bad = bad_fields(answer.json)
                says_no = bool(bad) and not (validator.is_valid(data) and all(OF_THE_POLICY.match(place) for place in bad))
                assert says_no != validator.is_valid(data), (data, answer.json, [e.message for e in validator.iter_errors(data)])


@pytest.mark.parametrize("deliver", ["link", "mail"])
def test_each_client_of_a_list_is_validated_by_its_schema(world, deliver):
    """The same with all entries in one list: an invalid entry does not affect the others."""
    validator = schema("send-invitation", "event")
    base = {"name": "Kim", "email": "kim@example.com", "phone": "+1 555 123 4567", "notes": "a\nb", "locale": "de"}
    clients = [*NASTY, *(replaced(base, path, value) for path in paths(base) for value in [*NASTY, ...]), {**base, "shoe": 42}]
    world.policy({**POLICY, "limits": {"invite": {"max": 10_000, "seconds": 60}, "inviteRecipient": {"max": 9, "seconds": 60}}})
    answer = world.run("send-invitation", {"clients": clients, "deliver": deliver}, world.inviter(), env={
        "DEADLINE_SECONDS": "50", "MAIL_URL": "smtp://127.0.0.1:1?tls=none"})
    assert len(answer.json["results"]) == len(clients) > 200
    for index, (client, result) in enumerate(zip(clients, answer.json["results"])):
        error = result.get("error", {"code": None})
        says_no = error["code"] == "event/invalid"
        hears_nothing = deliver == "mail" and isinstance(client, dict) and "email" not in client
        assert says_no != (validator.is_valid({"clients": [client]}) and not hears_nothing), (client, result)
        assert error["code"] in (None, "event/invalid", "client/duplicate")
        assert all((place["pointer"] + "/").startswith(f"/clients/{index}/") for place in error.get("errors", []))
    schema("send-invitation", "result").validate(answer.json)


def bad_fields(answer):
    """The fields that an answer names as invalid; a page names its only field, or says that the event is invalid."""
    if "html" in answer:
        return {"/newPassword"} if "aria-invalid" in answer["html"] else {"/"} if answer["status"] == 400 else set()
    return {error["pointer"] for error in answer.get("error", {}).get("errors", [])}


def paths(value, path=()):
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for name, item in items:
        yield from paths(item, (*path, name))


def replaced(base, path, value):
    data = copy.deepcopy(base)
    place = data
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data
