# SPDX-License-Identifier: Apache-2.0
"""What is known of built executables: how large they are, and how new a machine they need."""

import re
import subprocess

MB = 1_000_000

#: How large a stripped executable may be, in MB. `vestibule` has the whole command line in it.
BOUNDS = {"function": 22, "vestibule": 25}

#: glibc of Lambda's provided.al2023.
GLIBC_OF_LAMBDA = (2, 34)


def kinds(catalogue):
    """Every executable of the bundle, with its kind in `BOUNDS`."""
    return {**{it.name: "function" for it in catalogue.functions}, "vestibule": "vestibule"}


def sizes(catalogue, folder):
    """A table of sizes and bounds, and the names of those that are too large."""
    rows, too_large = [], []
    for name, kind in kinds(catalogue).items():
        size = (folder / name).stat().st_size / MB
        rows.append(f"{name:32}{size:8.1f} MB  of {BOUNDS[kind]:3} MB  {kind}\n")
        if size > BOUNDS[kind]:
            too_large.append(name)
    total = sum((folder / name).stat().st_size for name in kinds(catalogue)) / MB
    return "".join([*rows, f"{'all':32}{total:8.1f} MB\n"]), too_large


def glibc(path):
    """The newest version of glibc's symbols that an executable or library needs, such as (2, 34)."""
    symbols = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True).stdout
    versions = re.findall(r"\*UND\*.*\(?GLIBC_(\d+)\.(\d+)", symbols)
    return max((tuple(map(int, version)) for version in versions), default=(0, 0))


#: Of glibc itself, which every machine has its own of.
OF_GLIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so.*")


def with_dependencies(name):
    """The path of a shared library and of all that it needs besides glibc."""
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    [path, *_] = re.findall(rf"{re.escape(name)} .*=> (\S+)", known)
    needed = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
    libraries = {name: path, **dict(re.findall(r"(\S+) => (/\S+)", needed))}
    return {name: path for name, path in libraries.items() if not OF_GLIBC.fullmatch(name)}
