# SPDX-License-Identifier: Apache-2.0
"""Completions of the operators' command for shells, as swift-argument-parser generates them."""

import subprocess

#: Where a package has them, by the name that each shell expects.
FILES = {"bash": "completions/bash/vestibule", "zsh": "completions/zsh/_vestibule", "fish": "completions/fish/vestibule.fish"}


def files(vestibule):
    """The scripts by their file names; none without the executable."""
    return {name: script(vestibule, shell) for shell, name in FILES.items()} if vestibule.exists() else {}


def script(vestibule, shell):
    done = subprocess.run(
        [vestibule, "--generate-completion-script", shell], check=True, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    return done.stdout
