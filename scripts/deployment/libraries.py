# SPDX-License-Identifier: Apache-2.0
"""The C and C++ libraries of a bundle: Debian's packages, with their licences as SPDX expressions."""

import pathlib
import re
import subprocess

#: Linked into lib/libvestibule.so.
CORE = {"libsqlite3-dev": "blessing", "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1"}

#: Linked into NETWORK_LIBRARY by scripts/bundle/network, which also takes two archives of postgresql-server-dev.
#: libpq-dev has the same source package.
NETWORK = {
    "libargon2-dev": "CC0-1.0 OR Apache-2.0",
    "libcrypt-dev": "LGPL-2.1-or-later",
    "libcurl4-openssl-dev": "curl",
    "libfcgi-dev": "OML",
    "libidn2-dev": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libnghttp2-dev": "MIT",
    "libpq-dev": "PostgreSQL",
    "libssl-dev": "Apache-2.0",
    "libunistring-dev": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "zlib1g-dev": "Zlib",
}
NETWORK_LIBRARY = "libvestibule-network.so"

#: The system's libraries that functions load instead if the bundle is packaged with SYSTEM_LIBRARIES=1.
SYSTEM = {
    "libargon2-1": "CC0-1.0 OR Apache-2.0",
    "libcrypt1": "LGPL-2.1-or-later",
    "libcurl4": "curl",
    "libfcgi0ldbl": "OML",
    "libidn2-0": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libpq5": "PostgreSQL",
}

#: Their file names.
LOADED = ("libargon2.so.1", "libcrypt.so.1", "libcurl.so.4", "libfcgi.so.0", "libidn2.so.0", "libpq.so.5")

#: The libraries of glibc, which every machine has.
OF_GLIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so.*")


def in_bundle(libraries):
    """The packages that are linked into a bundle with these libraries, given by their paths."""
    has_network = any(path.name == NETWORK_LIBRARY for path in libraries)
    return {**CORE, **NETWORK} if has_network else CORE


def copyright_file(package):
    return pathlib.Path("/usr/share/doc") / package / "copyright"


def with_dependencies(name):
    """The path of a shared library of this system and of all that it needs besides glibc."""
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    [path, *_] = re.findall(rf"{re.escape(name)} .*=> (\S+)", known)
    needed = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
    libraries = {name: path, **dict(re.findall(r"(\S+) => (/\S+)", needed))}
    return {name: path for name, path in libraries.items() if not OF_GLIBC.fullmatch(name)}
