# SPDX-License-Identifier: Apache-2.0
"""The modules: their imports compared with Package.swift and Sources/README.md."""

import json
import re
import subprocess

import pytest
from deployment.catalogue import Catalogue
from worlds import ROOT

README = (ROOT / "Sources/README.md").read_text()


def section(title):
    """The text of one section of Sources/README.md."""
    return re.split(r"^## ", README.split(f"## {title}\n")[1], flags=re.MULTILINE)[0]


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """Each module of Sources that is not a function's executable and no binding to C, with those of them that it imports."""
    # With a separate folder it does not wait for a build.
    command = ["swift", "package", "--scratch-path", tmp_path_factory.mktemp("package"), "dump-package"]
    dump = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}
               for target in json.loads(dump)["targets"] if target["type"] in ("regular", "executable")}
    functions = set(Catalogue(ROOT / "functions.json").entries)
    own = {name for name in targets if name not in functions and name != "TestSupport"
           and list((ROOT / "Sources" / name).rglob("*.swift"))}
    return {name: targets[name] & own for name in own}


def reach(modules, name):
    return modules[name].union(*(reach(modules, each) for each in modules[name]))


def test_the_diagram_shows_the_imports_that_do_not_follow_from_others(modules):
    needed = {(name, each) for name, imports in modules.items() for each in imports
              if not any(each in reach(modules, other) for other in imports - {each})}
    assert set(re.findall(r"^ *([\w-]+) --> ([\w-]+)$", section("Modules"), re.MULTILINE)) == needed


def test_the_table_has_each_module_with_its_imports(modules):
    rows = re.findall(r"^\| `([\w-]+)` \|(.*?)\| ", section("Modules"), re.MULTILINE)
    assert {name: set(re.findall(r"`(\w+)`", imports)) for name, imports in rows} == modules


def test_every_module_imports_exactly_its_dependencies(modules):
    for name, imports in modules.items():
        text = "\n".join(path.read_text() for path in (ROOT / "Sources" / name).rglob("*.swift"))
        assert set(re.findall(r"^(?:public |@_exported )?import (\w+)$", text, re.MULTILINE)) & set(modules) == imports, name


def test_only_the_operators_command_depends_on_runtime(modules):
    assert {name for name in modules if "Runtime" in reach(modules, name)} == {"vestibule"}


def test_configuration_depends_on_values_only(modules):
    assert reach(modules, "Configuration") == {"Domain", "VestibuleJSON", "VestibuleRules"}


def test_each_module_has_a_folder_of_tests():
    """`trainer-cli` is itself a test, which EndToEnd/kits runs."""
    folders = {path.name.lower() for path in (ROOT / "Tests").iterdir() if list(path.glob("*.swift"))}
    assert {name for name in FOLDERS if f"{name}Tests".lower() not in folders} == {"trainer-cli"}


def test_only_the_client_kit_links_foundation_and_no_function_contains_the_kit(modules):
    assert [name for name in modules if "VestibuleClient" in reach(modules, name)] == ["trainer-cli"]
    lines = re.compile(r"^(?:public )?import Foundation", re.MULTILINE)
    importing = {path.relative_to(ROOT / "Sources").parts[0] for path in (ROOT / "Sources").rglob("*.swift") if lines.search(path.read_text())}
    assert importing == {"VestibuleClient", "trainer-cli"}


#: The folders of each module that has some. What Xcode and SwiftPM give a name with a dot is not a folder of code.
FOLDERS = {module.name: {path.name for path in module.iterdir() if path.is_dir() and "." not in path.name}
           for module in (ROOT / "Sources").iterdir() if module.is_dir() and module.name not in ("Bindings", "Executables")}


@pytest.mark.parametrize("module", sorted(module for module, folders in FOLDERS.items() if folders))
def test_each_folder_is_described(module):
    """In a section of Sources/README.md, in the table of folders in the module's README, or by a page of its own that this links to."""
    if f"## Folders of `{module}`\n" in README:
        described = re.findall(r"^\| `(\w+)` \|", section(f"Folders of `{module}`"), re.MULTILINE)
    else:
        text = (ROOT / "Sources" / module / "README.md").read_text()
        table = re.search(r"^\| folder \| contains \|\n((?:\|.*\n)+)", text, re.MULTILINE)
        names = [name for row in table[1].splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])] if table else []
        described = names or re.findall(r"\]\((\w+)/README\.md\)", text)
    assert set(described) == FOLDERS[module]


def linked(executable):
    """The modules of whose objects the build for development makes an executable."""
    objects = (ROOT / f".build/debug/{executable}.product/Objects.LinkFileList").read_text()
    return set(re.findall(r"/([\w-]+)\.build/", objects))


def test_the_core_of_a_release_leaves_out_what_only_the_operators_command_needs():
    """`scripts/bundle/core` makes the core of the objects of `vestibule`, without those that this pattern names."""
    # A function that depends on all that any function depends on (the last list of Package.swift).
    widest = "supabase-auth"
    if not all((ROOT / f".build/debug/{name}.product").exists() for name in ("vestibule", widest)):
        pytest.skip(f"scripts/build --tests {widest} has not run here")
    pattern = re.search(r"^only_vestibule='(.*)'$", (ROOT / "scripts/bundle/core").read_text(), re.MULTILINE)[1]
    left_out = {module for module in linked("vestibule") if re.match(pattern, module)}
    assert left_out == linked("vestibule") - linked(widest) and len(left_out) > 20


@pytest.mark.parametrize("title, start, count", [
    ("The way of one event", "Executables/accept-invitation/main.swift", 10),
    ("Other ways", "Functions/Invitations/Sending/SendInvitation.swift", 20),
])
def test_the_files_in_the_ways_through_the_code_exist(title, start, count):
    paths = re.findall(r"`([\w/-]+\.swift)`", section(title))
    assert paths[0] == start and len(paths) > count
    for path in paths:
        assert (ROOT / "Sources" / path).exists(), path


def test_pages_read_no_tables():
    """They call functions and the services of a decision. Only the session of the browser is a row of their own."""
    reading = {path.name for path in (ROOT / "Sources/Pages").rglob("*.swift")
               if path.parent.name != "Session" and re.search(r"\b(?:transaction|store|tables)\.", path.read_text())}
    assert reading == set()


def test_only_what_starts_a_process_reads_its_settings():
    """Everything else is given what it needs: functions by their environment, pages by `PageSettings`, mails by `RenderingSettings`."""
    reading = {path.relative_to(ROOT / "Sources").parts[0] for path in (ROOT / "Sources").rglob("*.swift")
               if re.search(r"\bSettings\(\)", path.read_text())}
    assert reading <= {"Runtime", "Configuration", "vestibule"} and "Runtime" in reading


def test_only_the_pipeline_extends_the_environment():
    """What works on rows stands on a decision, by subject (Pipeline/Services.swift), and a rule of the policy on the policy."""
    found = {str(path.relative_to(ROOT / "Sources")) for path in (ROOT / "Sources").rglob("*.swift")
             if re.search(r"^(?:package |fileprivate |private )?extension Environment\b", path.read_text(), re.MULTILINE)}
    assert {each for each in found if not each.startswith("Functions/Pipeline/")} == {"Runtime/LiveEnvironment.swift"}


def test_the_code_of_a_decision_names_no_environment():
    """The decision has the time, the policy and what makes ids: one way to each."""
    found = {}
    for path in (ROOT / "Sources").rglob("*.swift"):
        text = path.read_text()
        for begin in re.finditer(r"\{\s*\(decision\)[^\n]*? in\b", text):
            depth, end = 1, begin.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            names = re.findall(r"(?<![.\w])environment\.(?:now|policy|newID|random|messages|secret|hashKeys|publicURL)\b", text[begin.end():end])
            if names:
                found[str(path.relative_to(ROOT))] = sorted(set(names))
    assert found == {}


def test_what_a_decision_does_is_grouped_by_subject():
    """Each subject is a type, in a file of its name. What else extends the decision is for one file."""
    services = re.findall(r"package var \w+: (\w+) \{", (ROOT / "Sources/Functions/Pipeline/Services.swift").read_text())
    assert len(services) > 15
    for service in services:
        [file] = (ROOT / "Sources/Functions").rglob(f"{service}.swift")
        assert f"package struct {service} {{" in file.read_text()
    loose = {}
    for path in (ROOT / "Sources").rglob("*.swift"):
        if path.is_relative_to(ROOT / "Sources/Functions/Pipeline"):
            continue
        for extension in re.findall(r"^extension Decision \{\n(.*?)^\}", path.read_text(), re.MULTILINE | re.DOTALL):
            shared = re.findall(r"^  (?:package )?(?:func|var|static func) (\w+)", extension, re.MULTILINE)
            if shared:
                loose[path.name] = shared
    assert loose == {}


def test_each_table_is_in_a_file_of_its_name():
    """`Tables.swift` lists them, sorted."""
    text = (ROOT / "Sources/Storage/Tables/Tables.swift").read_text()
    tables = re.findall(r"package var (\w+): (\w+) \{", text)
    names = [name for name, _ in tables]
    assert len(tables) > 45 and names == sorted(names)
    for _, table in tables:
        [file] = (ROOT / "Sources/Storage/Tables").rglob(f"{table}.swift")
        assert f"package struct {table} {{" in file.read_text()


def test_no_file_of_code_has_more_than_350_lines():
    files = [path for folder in ("Sources", "Tests") for kind in ("*.swift", "*.py") for path in (ROOT / folder).rglob(kind)
             if "Generated" not in path.parts]
    assert len(files) > 1000
    assert {str(path.relative_to(ROOT)): lines for path in files if (lines := len(path.read_text().splitlines())) > 350} == {}


def test_every_type_that_other_modules_use_is_described():
    """Without those inside of others, such as the `Event` and the `Output` of a function."""
    declared = re.compile(r"^(?P<doc>///.*\n)?(?:@.*\n)*package (?:final |indirect )?(?:struct|enum|class|protocol|actor) (?P<name>\w+)", re.MULTILINE)
    found = [(path.name, type["name"], type["doc"]) for path in (ROOT / "Sources").rglob("*.swift") for type in declared.finditer(path.read_text())]
    assert len(found) > 400 and [(file, name) for file, name, doc in found if not doc] == []


def test_no_file_of_tests_imports_from_another():
    """What tests share is in files without `test_`, which one can read without the tests."""
    importing = {str(path.relative_to(ROOT)) for path in (ROOT / "Tests").rglob("*.py")
                 if re.search(r"^ *(?:from|import) test_", path.read_text(), re.MULTILINE)}
    assert importing == set()


def functions(text):
    """The functions and initialisers of a formatted Swift file, with their numbers of lines."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        head = re.match(r"( *)(?:[\w@()]+ )*(?:func |init[?(])", line)
        if head is None or line.rstrip().endswith("}"):
            continue
        # A requirement of a protocol has no body: nothing at its indentation closes it before the next line there.
        for last in range(number + 1, len(lines)):
            if lines[last].startswith(head[1] + "}"):
                yield line.strip(), last - number + 1
            if lines[last].strip() and not lines[last].startswith((head[1] + " ", head[1] + ")")):
                break


def test_a_function_fits_a_screen():
    assert list(functions("  func a() {\n    b()\n  }\n  func c()\n  var d: Int\n")) == [("func a() {", 3)]
    found = [(path.name, *each) for path in (ROOT / "Sources").rglob("*.swift") if "Generated" not in path.parts
             for each in functions(path.read_text())]
    assert len(found) > 3000
    assert [each for each in found if each[2] > 50] == []


def test_the_files_that_the_page_about_the_sources_names_exist():
    """Without its ways through the code, which name them too."""
    paths = set(re.findall(r"`((?:\w[\w-]*/)+[\w+-]+\.swift)`", (ROOT / "Sources/README.md").read_text()))
    assert len(paths) > 30 and [path for path in paths if not (ROOT / "Sources" / path).exists()] == []
