# SPDX-License-Identifier: Apache-2.0
"""Completions of the operators' command for shells."""

import shutil
import subprocess

import pytest
from deployment import completions
from worlds import BIN

#: Completes the last of the words, as bash does after a tab.
COMPLETE = """
source <("$0/vestibule" --generate-completion-script bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
function=$(complete -p vestibule | sed -E 's/.*-F ([^ ]+).*/\\1/')
"$function" vestibule "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(*words):
    done = subprocess.run(["bash", "-c", COMPLETE, BIN, *words], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return set(done.stdout.split())


def test_commands_and_options_are_completed_in_bash():
    assert {"account", "audit"} == completed("vestibule", "a")
    assert {"show", "suspend", "session"} == completed("vestibule", "account", "s")
    assert {"--role", "--name"} <= completed("vestibule", "account", "create", "--")


def test_files_are_completed_where_a_command_takes_one(tmp_path):
    (tmp_path / "users.csv").write_text("")
    for words in (["import"], ["backup"], ["restore"], ["mail", "preview", "all", "--fixture"]):
        assert f"{tmp_path}/users.csv" in completed("vestibule", *words, f"{tmp_path}/us"), words


@pytest.mark.parametrize("shell", completions.FILES)
def test_a_package_has_the_completions_of_each_shell(shell, tmp_path):
    name, text = completions.FILES[shell], completions.files(BIN / "vestibule")[completions.FILES[shell]]
    assert "end-sessions" in text
    assert completions.files(tmp_path / "vestibule") == {}
    file = tmp_path / name.rpartition("/")[2]
    file.write_text(text)
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", file], check=True)
