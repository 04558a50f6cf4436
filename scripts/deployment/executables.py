# SPDX-License-Identifier: Apache-2.0
"""Checks of built executables: their sizes, and the glibc version that they need."""

import re
import subprocess

MB = 1_000_000

#: The maximum size of a stripped executable, in MB. `vestibule` is larger because it contains all subcommands.
BOUNDS = {"function": 22, "vestibule": 25}

#: The glibc version of Lambda's provided.al2023.
GLIBC_OF_LAMBDA = (2, 34)


def kinds(catalogue):
    """Every executable of the bundle, with its kind in `BOUNDS`."""
    return {**{it.name: "function" for it in catalogue.functions}, "vestibule": "vestibule"}


def sizes(catalogue, folder):
    """A table of sizes and bounds, and the names of the executables that are too large."""
    rows, too_large = [], []
    for name, kind in kinds(catalogue).items():
        size = (folder / name).stat().st_size / MB
        rows.append(f"{name:32}{size:8.1f} MB  of {BOUNDS[kind]:3} MB  {kind}\n")
        if size > BOUNDS[kind]:
            too_large.append(name)
    total = sum((folder / name).stat().st_size for name in kinds(catalogue)) / MB
    return "".join([*rows, f"{'all':32}{total:8.1f} MB\n"]), too_large


def glibc(path):
    """The newest glibc version that an executable or library needs, such as (2, 34)."""
    symbols = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True).stdout
    versions = re.findall(r"\*UND\*.*\(?GLIBC_(\d+)\.(\d+)", symbols)
    return max((tuple(map(int, version)) for version in versions), default=(0, 0))


#: The libraries of glibc itself. They are not packaged, because every machine has its own.
OF_GLIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so.*")


def with_dependencies(name):
    """The paths of a shared library and of the libraries that it needs, without glibc."""
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    [path, *_] = re.findall(rf"{re.escape(name)} .*=> (\S+)", known)
    needed = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
    libraries = {name: path, **dict(re.findall(r"(\S+) => (/\S+)", needed))}
    return {name: path for name, path in libraries.items() if not OF_GLIBC.fullmatch(name)}
