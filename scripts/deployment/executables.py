# SPDX-License-Identifier: Apache-2.0
"""Checks of a built bundle: the sizes of its files, and the glibc version that they need."""

import re
import subprocess

KB, MB = 1_000, 1_000_000

#: The maximum size of an executable, of all executables and libraries together, and of the archive, in bytes.
LARGEST_EXECUTABLE, LARGEST_BUNDLE, LARGEST_ARCHIVE = 20 * KB, 72 * MB, 20 * MB
#: The operators' command, which contains all that it needs, and its HTTP server.
OPERATORS = "bin/vestibule"

#: The glibc version of Lambda's provided.al2023.
GLIBC_OF_LAMBDA = (2, 34)


def names(catalogue):
    """Every executable of the bundle."""
    return [*(it.name for it in catalogue.functions), "vestibule"]


def sizes(files):
    """A table of the sizes of executables and libraries, and the names of those that are too large."""
    known = {f"{path.parent.name}/{path.name}": path.stat().st_size for path in files}
    total = sum(known.values())
    too_large = [name for name, size in known.items() if name.startswith("bin/") and name != OPERATORS and size > LARGEST_EXECUTABLE]
    too_large += ["the bundle"] if total > LARGEST_BUNDLE else []
    rows = [f"{name:36}{size / KB:10,.1f} KB\n" for name, size in {**known, "all": total}.items()]
    return "".join(rows), too_large


def glibc(path):
    """The newest glibc version that an executable or library needs, such as (2, 34)."""
    symbols = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True).stdout
    versions = re.findall(r"\*UND\*.*\(?GLIBC_(\d+)\.(\d+)", symbols)
    return max((tuple(map(int, version)) for version in versions), default=(0, 0))
