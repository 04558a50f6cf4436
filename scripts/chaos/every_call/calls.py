# SPDX-License-Identifier: Apache-2.0
"""SQLite: a process is killed instead of one of its system calls, or the call fails. strace does both."""

import collections
import subprocess
from dataclasses import dataclass

from worlds import BIN

#: Calls that name a file by its path or by its number. The others are memory, signals, time, locks within the process
#: and random bytes, which fail with none of these errors.
OF_FILES = {
    "access", "chdir", "chmod", "close", "connect", "fchmod", "fchown", "fcntl", "fdatasync", "flock", "fsync", "ftruncate",
    "getdents64", "link", "linkat", "lseek", "mkdir", "mmap", "newfstatat", "open", "openat", "poll", "pread64", "pwrite64",
    "read", "readlink", "recvfrom", "recvmsg", "rename", "renameat", "rmdir", "sendmsg", "sendto", "socket", "statfs", "symlink",
    "unlink", "unlinkat", "utimensat", "write", "writev"}
ERRORS = ("EIO", "ENOSPC", "EINTR")
#: What a report counts.
KINDS = ("KILL", *ERRORS)


@dataclass(frozen=True)
class CallFault:
    """A fault at a system call: its name, and how many of that name there were, with it, since the process began."""

    kind: str
    name: str
    number: int
    place: str

    @property
    def kills(self):
        return self.kind == "KILL"

    def run(self, scene):
        """Runs the event with the fault."""
        fault = "signal=KILL" if self.kills else f"error={self.kind}"
        injection = f"inject={self.name}:{fault}:when={self.number}"
        # With a filter in the kernel, only the calls of that name cost a stop.
        return subprocess.run(
            ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", f"trace={self.name}", "-e", injection, BIN / scene.function],
            env=scene.world.env, cwd=scene.world.folder, input=scene.line, capture_output=True, timeout=120, check=False)


def faults(scene):
    """The faults at each call after the event is read. What is before that maps libraries and reads settings."""
    scene.set_back()
    trace = scene.world.folder / "trace"
    subprocess.run(
        ["strace", "-qq", "-o", trace, BIN / scene.function], env=scene.world.env, cwd=scene.world.folder, input=scene.line,
        capture_output=True, timeout=120, check=False)
    found, counts, is_reading = [], collections.Counter(), False
    for line in trace.read_text(errors="replace").splitlines():
        name = line.partition("(")[0]
        if not name.replace("_", "").isalnum():
            continue
        counts[name] += 1
        is_reading = is_reading or line.startswith("read(0,")
        if is_reading:
            found += [CallFault(kind, name, counts[name], line[:100]) for kind in (KINDS if can_fail(line, name) else ["KILL"])]
    return found


def can_fail(line, name):
    # Memory that no file is behind has no errors of files.
    return name in OF_FILES and not (name == "mmap" and ", -1, 0)" in line)
