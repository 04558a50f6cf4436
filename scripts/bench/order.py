# SPDX-License-Identifier: Apache-2.0
"""Which functions of an executable run in an event: about one in twenty. The linker puts them next to each other
(scripts/build), so that an event has some sixty pieces of its executable mapped and not twice as many.
"""

import collections
import re
import subprocess

from instructions import FUNCTIONS, callgrind, prepare
from world import ROOT

#: Written when a release is packaged, and read by scripts/build.
FILE = ROOT / ".build/hot-functions.txt"
#: The executables with their symbols, as scripts/build leaves them behind.
UNSTRIPPED = ROOT / ".build/static/release"
#: The executables that run: the measured ones, and some whose events need only an account.
EXECUTABLES = [*FUNCTIONS, "sign-in", "get-account", "list-clients", "list-sessions"]


def build():
    """Without an order: a build does not link again because the file has other content, only because it is there or not."""
    FILE.unlink(missing_ok=True)
    subprocess.run([ROOT / "scripts/build", "--release", *EXECUTABLES], check=True, stdout=subprocess.DEVNULL)


def events(world):
    """The events of the executables that are not measured."""
    caller = {"authorization": world.authorization, "data": {}}
    identity = {"provider": "google", "idToken": world.id_token("kim000000")}
    return {
        "sign-in": {"identity": identity, "as": "admin"}, "get-account": caller, "list-clients": caller,
        "list-sessions": caller,
    }


def symbols(executable):
    listed = subprocess.run(["nm", "--defined-only", executable], capture_output=True, text=True, check=True).stdout
    return collections.Counter(name for _, kind, name in (line.split(" ", 2) for line in listed.splitlines()) if kind in "tTwW")


def ran(world, function):
    """What ran of an executable in one event, as the linker calls it."""
    # Its information for debuggers is not what callgrind can read.
    executable = world.folder / f"{function}.symbols"
    subprocess.run(["objcopy", "--strip-debug", UNSTRIPPED / function, executable], check=True)
    callgrind(world, function, 0, "--demangle=no", executable=executable)
    objects, names, found, is_in_executable = {}, {}, set(), False
    for line in (world.folder / "callgrind.out").read_text(errors="replace").splitlines():
        # A name is said once, together with its number; c stands for what is called.
        if not (match := re.fullmatch(r"(c?)(ob|fn)=(\(\d+\))(?: (.*))?", line)):
            continue
        called, kind, number, name = match.groups()
        known = objects if kind == "ob" else names
        if name:
            known[number] = name
        if kind == "ob" and not called:
            is_in_executable = objects[number] == str(executable)
        elif kind == "fn" and not called and is_in_executable:
            found.add(re.sub(r"'\d+$", "", names[number]))
    # A name that several functions have would bring all of them along, and what stands in one section with them.
    counts = symbols(executable)
    return {name for name in found if counts[name] == 1}, {name for name in counts if counts[name] > 1}


def write(world):
    """Lists the functions that run; those that run in most executables come first."""
    for function, event in events(world).items():
        world.write_event(f"{function}-0", event)
    prepare(world, FUNCTIONS)
    uses, ambiguous = collections.Counter(), set()
    for function in EXECUTABLES:
        names, repeated = ran(world, function)
        print(f"{function:20} {len(names):6,} functions run", flush=True)
        uses.update(names)
        ambiguous |= repeated
    names = sorted(uses.keys() - ambiguous, key=lambda name: (-uses[name], name))
    FILE.write_text("".join(f"{name}\n" for name in names))
    print(f"{FILE.relative_to(ROOT)} has {len(names):,} functions")
