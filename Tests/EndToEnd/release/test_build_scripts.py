# SPDX-License-Identifier: Apache-2.0
"""scripts/build, scripts/run and scripts/install, with a swift and a dpkg-query that only record how they are called."""

import json
import os
import re
import shutil
import subprocess

import pytest
from worlds import ROOT

#: Writes the arguments and the variables of a call to calls.txt, and makes the executable.
SWIFT = """#!/bin/bash
echo "$*" >> calls.txt
env | grep -v '^_=' | sort > environment.txt
while (($# > 0)); do
  if [[ $1 == --product ]]; then mkdir -p .build/debug && printf '#!/bin/sh\\ncat\\n' > .build/debug/$2 && chmod +x .build/debug/$2; fi
  shift
done
"""


@pytest.fixture
def project(tmp_path):
    """A folder with the scripts, two functions, and a fake swift."""
    folder = tmp_path / "project"
    (folder / "scripts").mkdir(parents=True)
    for name in ("build", "run", "install", "id-token"):
        shutil.copy(ROOT / "scripts" / name, folder / "scripts")
    for name in ("sign-in", "sign-out"):
        (folder / "Sources/Executables" / name).mkdir(parents=True)
        (folder / "Sources/Executables" / name / "main.swift").write_text("")
    (folder / "templates").mkdir()
    for name in ("functions.json", "Package.swift", "Package.resolved"):
        (folder / name).write_text("{}")
    add_command(tmp_path, "swift", SWIFT)
    return folder


def add_command(tmp_path, name, text):
    (tmp_path / "commands").mkdir(exist_ok=True)
    path = tmp_path / "commands" / name
    path.write_text(text)
    path.chmod(0o755)


def call(project, command, *, input="", **variables):
    """Runs a script of the project."""
    environment = os.environ | {"PATH": f"{project.parent}/commands:{os.environ['PATH']}"} | variables
    return subprocess.run(command, cwd=project, env=environment, input=input, capture_output=True, text=True, check=False)


def builds(project):
    """The calls of swift."""
    calls = project / "calls.txt"
    return calls.read_text().splitlines() if calls.exists() else []


def test_only_the_named_function_is_built(project):
    answer = call(project, ["scripts/build", "sign-in"])
    assert answer.returncode == 0, answer.stderr
    assert builds(project) == ["build -j 2 --product sign-in"]


def test_a_function_is_built_and_gets_the_event(project):
    answer = call(project, ["scripts/run", "sign-in"], input="{}", POLICY_FILE="policy.json")
    assert (answer.returncode, answer.stdout) == (0, "{}"), answer.stderr
    assert builds(project) == ["build -j 2 --product sign-in"]


def test_an_unchanged_function_is_not_built_again(project):
    for _ in range(3):
        call(project, ["scripts/build", "sign-in"])
    assert len(builds(project)) == 1


@pytest.mark.parametrize("change", ["changed", "added", "removed"])
def test_a_function_is_built_again_after_a_source(project, change):
    call(project, ["scripts/build", "sign-in"])
    file = project / "Sources/Executables/sign-out/main.swift"
    if change == "changed":
        file.write_text("// other")
    elif change == "added":
        file.with_name("other.swift").write_text("")
    else:
        file.unlink()
    call(project, ["scripts/build", "sign-in"])
    assert len(builds(project)) == 2


def test_a_failed_build_is_repeated(project, tmp_path):
    call(project, ["scripts/build", "sign-in"])
    (project / "functions.json").write_text("{ }")
    add_command(tmp_path, "swift", "#!/bin/sh\nexit 1\n")
    assert call(project, ["scripts/build", "sign-in"]).returncode == 1
    add_command(tmp_path, "swift", SWIFT)
    call(project, ["scripts/build", "sign-in"])
    assert len(builds(project)) == 2


def test_variables_of_a_terminal_do_not_reach_swift(project):
    call(project, ["scripts/build"])
    first = (project / "environment.txt").read_text()
    # README.md tells people to add the folder of the executables.
    path = f"{project}/.build/debug:{project.parent}/commands:{os.environ['PATH']}"
    call(project, ["scripts/build"], PATH=path, WINDOWID="7", TERM="other", SHLVL="9", OLDPWD="/")
    assert (project / "environment.txt").read_text() == first
    assert "HOME=" in first
    assert "TERM=" not in first
    call(project, ["scripts/build"], https_proxy="http://proxy.example.com", FUZZ="1")
    assert "https_proxy=http://proxy.example.com\n" in (project / "environment.txt").read_text()


def test_a_function_that_does_not_exist_is_named(project):
    answer = call(project, ["scripts/run", "sign-inn"])
    assert answer.returncode == 64
    assert "there is no executable 'sign-inn'" in answer.stderr
    assert not builds(project)


@pytest.mark.parametrize("arguments, message", [
    (["--plain"], "--plain is only for --release"), (["--plain", "sign-in"], "--plain is only for --release"),
    (["--release", "--optimized"], "--optimized is not for --release"), (["--release", "--tests"], "--tests is not for --release"),
    (["--optimized", "--unoptimized"], "--optimized and --unoptimized contradict each other"),
    (["--optimized", "sign-inn"], "there is no executable 'sign-inn'"),
])
def test_options_that_do_not_go_together_are_refused_and_change_nothing(project, arguments, message):
    answer = call(project, ["scripts/build", *arguments])
    assert answer.returncode == 64
    assert message in answer.stderr
    assert not builds(project) and not (project / ".build/optimized").exists()


def test_a_checkout_keeps_the_optimized_form_until_it_is_built_without(project):
    for arguments in (["--optimized"], [], ["--unoptimized"], []):
        call(project, ["scripts/build", *arguments])
    optimized, plain = "build -j 2 -Xswiftc -O", "build -j 2"
    assert builds(project) == [optimized, optimized, plain, plain]


def test_missing_packages_of_a_release_are_named_before_anything_is_compiled(project, tmp_path):
    add_command(tmp_path, "dpkg-query", '#!/bin/sh\n[ "$3" = libnghttp2-dev ] && exit 1\necho install ok installed\n')
    for name in ("apt-get", "sudo"):
        add_command(tmp_path, name, "#!/bin/sh\nexit 100\n")
    answer = call(project, ["scripts/build", "--release"])
    assert answer.returncode == 69
    assert "missing and could not be installed: libnghttp2-dev\n" in answer.stderr
    assert not builds(project)


TRICKS = sorted({path.parent.name for path in (ROOT / "scripts/bundle").glob("*/*.bash")})


#: The row of each trick in the table: its cells for an acceptance, a mail, a preview and a refreshed session.
ROWS = {name: cells.split(" | ") for name, cells in re.findall(
    r"^\| \[`([\w-]+)`\]\([\w-]+/README\.md\) \| (.*) \|$", (ROOT / "scripts/bundle/README.md").read_text(), re.MULTILINE)}


def test_the_table_has_a_row_for_each_trick():
    assert sorted(ROWS) == TRICKS


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_says_what_it_does_gains_and_awaits_and_which_test_holds_it(trick):
    text = (ROOT / "scripts/bundle" / trick / "README.md").read_text()
    for title in ("What it does.", "Gains", "Unnecessary", "Test."):
        assert f"**{title}**" in text, title
    measured = set(re.findall(r"\d+\.\d", " ".join(ROWS[trick][:2])))
    gains = re.search(r"\*\*Gains\*\* (.*)", text)[1]
    assert gains and set(re.findall(r"(\d+\.\d) %", gains)) <= measured, "the gains are those of the table"


@pytest.mark.parametrize("trick", TRICKS)
def test_the_table_claims_three_percent_of_the_instructions_or_page_faults_of_an_acceptance_or_of_a_mail_for_each_trick(trick):
    counts = [float(count.replace("−", "-")) for cell in ROWS[trick][:2] for count in cell.strip("* %").split(" · ")[:2]]
    assert max(counts) >= 3


def test_the_table_is_of_executables_like_those_that_are_counted():
    counted = json.loads((ROOT / "scripts/bench/instructions.json").read_text())["recorded"]
    [row] = re.findall(r"^\| nothing \| (.*) \|$", (ROOT / "scripts/bundle/README.md").read_text(), re.MULTILINE)
    functions = ("accept-invitation", "send-invitation", "preview-invitation", "refresh-session")
    for function, cell in zip(functions, row.split(" | "), strict=True):
        assert abs(float(cell.split()[0]) * 1e6 / counted[function] - 1) < 0.05, function


def applied(step, **variables):
    """The files of a step that a build sources."""
    source = 'source() { echo "$1"; }; builtin source scripts/bundle/tricks.bash; apply "$0"'
    environment = {"PATH": os.environ["PATH"], **variables}
    done = subprocess.run(["bash", "-euc", source, step], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_a_plain_build_has_no_trick_and_others_can_be_left_out():
    assert "scripts/bundle/relocations/core.bash" in applied("core")
    assert applied("core", PLAIN="1") == applied("compile", PLAIN="1") == applied("network", PLAIN="1") == []
    left = applied("core", WITHOUT="late-openssl relocations")
    assert "scripts/bundle/relocations/core.bash" not in left and "scripts/bundle/order/core.bash" in left
