# SPDX-License-Identifier: Apache-2.0
"""Which functions of the core run in an event: about one in twenty. The linker puts them next to each other
(scripts/bundle/order), so that an event touches fewer pages of the core.
"""

import collections
import re
import shutil
import subprocess

from instructions import FUNCTIONS, callgrind, prepare
from world import ROOT

#: Written when a release is packaged, and read by scripts/bundle/order.
FILE = ROOT / ".build/hot-functions.txt"
#: The core and its launchers with their symbols, which scripts/bundle/core also writes.
UNSTRIPPED = ROOT / ".build/static/core"
#: The executables that run: the measured ones, and some whose events need only an account.
EXECUTABLES = [*FUNCTIONS, "sign-in", "get-account", "list-clients", "list-sessions"]


def build():
    """Builds the core without an order."""
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


def ran(world, function):
    """The symbols of the core's functions that run in one event. Some are shared by several small functions, such as those that
    the compiler has made in each module; all of them are moved.
    """
    symbolic = world.folder / "symbols"
    core = symbolic / "lib/libvestibule.so"
    if not core.exists():
        shutil.copytree(UNSTRIPPED / "bin", symbolic / "bin")
        core.parent.mkdir()
        # callgrind cannot read the core's debug information.
        subprocess.run(["objcopy", "--strip-debug", UNSTRIPPED / "lib/libvestibule.so", core], check=True)
    callgrind(world, function, 0, "--demangle=no", executable=symbolic / "bin" / function)
    objects, names, found, is_in_core = {}, {}, set(), False
    for line in (world.folder / "callgrind.out").read_text(errors="replace").splitlines():
        # callgrind prints each name once, with a number; a line that starts with c is a callee.
        if not (match := re.fullmatch(r"(c?)(ob|fn)=(\(\d+\))(?: (.*))?", line)):
            continue
        called, kind, number, name = match.groups()
        known = objects if kind == "ob" else names
        if name:
            known[number] = name
        if kind == "ob" and not called:
            is_in_core = objects[number].endswith("/libvestibule.so")
        elif kind == "fn" and not called and is_in_core:
            found.add(re.sub(r"'\d+$", "", names[number]))
    return found


def write(world):
    """Lists the functions that run; those that run in most executables come first."""
    for function, event in events(world).items():
        world.write_event(f"{function}-0", event)
    prepare(world, FUNCTIONS)
    uses = collections.Counter()
    for function in EXECUTABLES:
        names = ran(world, function)
        print(f"{function:20} {len(names):6,} functions run", flush=True)
        uses.update(names)
    names = sorted(uses, key=lambda name: (-uses[name], name))
    FILE.write_text("".join(f"{name}\n" for name in names))
    print(f"{FILE.relative_to(ROOT)} has {len(names):,} functions")
