# SPDX-License-Identifier: Apache-2.0
"""The C program that replays the statements of an acceptance on PostgreSQL: how it is built, and the files that it reads."""

import pathlib
import struct
import subprocess

from programs import BUILD, COMMON, ROOT, archive, compile_c, write_statements


def build():
    """Links it statically, with the archives of the bundle's own libpq."""
    write_statements()
    folder = server_archives()
    unsupported = BUILD / "unsupported.o"
    subprocess.run(["gcc", "-O2", "-w", "-c", "-o", unsupported, ROOT / "scripts/bundle/unsupported.c"], check=True)
    compile_c(
        "replay", ["replay.c", *COMMON], "-I/usr/include/postgresql", unsupported, "-Wl,--start-group",
        *map(archive, ["libpq.a", "libsqlite3.a", "libjansson.a", "libssl.a", "libcrypto.a"]), folder / "libpgcommon_shlib.a",
        folder / "libpgport_shlib.a", "-Wl,--end-group", "-lm", "-ldl", "-lpthread")
    return BUILD / "replay"


def server_archives():
    """The folder of two archives of postgresql-server-dev, which is not installed because it depends on a compiler."""
    for work in (ROOT / ".build/network", BUILD):
        for found in work.glob("postgresql-server-dev-*/**/libpgcommon_shlib.a"):
            return found.parent
    version = subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}", "libpq-dev"], capture_output=True, text=True, check=True).stdout
    package = f"postgresql-server-dev-{version.split('.')[0]}"
    subprocess.run(["apt-get", "download", "-q", package], cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    [file] = BUILD.glob(f"{package}_*.deb")
    subprocess.run(["dpkg-deb", "-x", file, BUILD / package], check=True)
    return next(BUILD.glob(f"{package}/**/libpgcommon_shlib.a")).parent


def write(flights, path):
    """Writes recorded flights (Tests/EndToEnd/support/flight_proxy.py) in the format of peers/c/replay.c."""
    pathlib.Path(path).write_bytes(b"".join(flight_bytes(part) for flight in flights for part in parts(flight)))


def parts(flight):
    """A flight with its simple queries apart: a pipeline cannot contain them."""
    pipeline = []
    for statement in flight:
        if "statement" in statement:
            pipeline.append(statement)
            continue
        yield from [pipeline] * bool(pipeline)
        pipeline = []
        yield [statement]
    yield from [pipeline] * bool(pipeline)


def flight_bytes(flight):
    return number(len(flight)) + b"".join(
        number("query" in it) + text(it.get("query", it.get("statement"))) + number(len(it.get("parameters", [])))
        + b"".join(map(text, it.get("parameters", []))) for it in flight)


def number(value):
    return struct.pack("<i", value)


def text(value):
    if value is None:
        return number(-1)
    data = value.encode()
    return number(len(data)) + data + b"\0"
