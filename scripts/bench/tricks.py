# SPDX-License-Identifier: Apache-2.0
"""What each trick of the compiler, linker and loader (scripts/bundle) gains: an event of the bundle, and of the bundle without the trick."""

import os
import re
import shutil
import statistics
import subprocess

from cold import FUNCTIONS, TURN, WARM_UP
from instructions import callgrind
from measure import run
from programs import build_stopwatch
from world import ROOT, World, copy, sink

FOLDER = ROOT / ".build/bench/tricks"
#: Preparing a world also signs in.
EXECUTABLES = [*FUNCTIONS, "sign-in"]
ALL = "all"


def is_compiled(trick):
    return (ROOT / "scripts/bundle" / trick / "compile.bash").exists()


def known():
    """The tricks that only change how the objects are linked."""
    folders = (ROOT / "scripts/bundle").iterdir()
    steps = ("core", "network")
    return sorted(it.name for it in folders if not is_compiled(it.name) and any((it / f"{step}.bash").exists() for step in steps))


def link(name, without):
    """Links the objects of the last release again, without a trick. Bundles have names of the same length. A trick of the compiler
    needs other objects, which stay until the next release is built."""
    folder = FOLDER / f"{name:-<12.12}"
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "WITHOUT": without, **({} if is_compiled(name) else {"COMPILED": "1"})}
    for script in (["scripts/bundle/network", folder], ["scripts/bundle/core", folder, *EXECUTABLES]):
        subprocess.run(script, cwd=ROOT, env=environment, check=True)
    return folder


def measure(tricks, runs):
    build_stopwatch()
    bundles = {ALL: link(ALL, ""), **{name: link(name, name) for name in sorted(tricks, key=is_compiled)}}
    world = World(ROOT / ".build/bench/world", runs + WARM_UP + 2, preparing=bundles[ALL] / "bin")
    for bundle in bundles.values():
        # From beginning to end, so that the kernel has the files in the same state.
        for file in [*(bundle / "lib").iterdir(), *(bundle / "bin").iterdir()]:
            file.read_bytes()
    print("| without | " + " | ".join(FUNCTIONS) + " |")
    print("| --- |" + " --- |" * len(FUNCTIONS))
    figures = {function: figures_of(world, function, bundles, runs) for function in FUNCTIONS}
    for name in bundles:
        cells = []
        for function in FUNCTIONS:
            base, own = figures[function][ALL], figures[function][name]
            if name == ALL:
                cells.append(f"{own[0] / 1e6:.2f} million · {own[1]:.0f} · {own[2] * 1000:.2f} ms")
            else:
                cells.append(" · ".join(f"{100 * (value / before - 1):.1f}" for value, before in zip(own, base)) + " %")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def figures_of(world, function, bundles, runs):
    """Of each bundle, which take turns: the medians of instructions, of page faults and of CPU seconds."""
    counted = {name: instructions(world, function, bundle) for name, bundle in bundles.items()}
    done = {name: [] for name in bundles}
    with sink() as port:
        for name in bundles:
            copy(world.folder / "template.db", world.folder / f"{name}.db")
        for first in range(0, runs + WARM_UP, TURN):
            for name, bundle in bundles.items():
                for number in range(first, min(first + TURN, runs + WARM_UP)):
                    one = run(
                        world, [bundle / "bin" / function], f"events/{function}-{number}.json", f"{name}.db",
                        MAIL_URL=f"smtp://127.0.0.1:{port}?tls=none")
                    if number >= WARM_UP:
                        done[name].append(one)
    return {
        name: (counted[name], statistics.median(it.faults for it in of), statistics.median(it.cpu for it in of))
        for name, of in done.items()}


def instructions(world, function, bundle):
    said = (callgrind(world, function, number, executable=bundle / "bin" / function) for number in range(3))
    return statistics.median(int(re.search(r"refs:\s+([\d,]+)", text)[1].replace(",", "")) for text in said)
