# SPDX-License-Identifier: Apache-2.0
"""A machine of its own for a test: systemd is its first process, and what it writes is gone at the end. It has this machine's
programs, because its root is an overlay, whose upper layer is in memory."""

import contextlib
import ctypes
import os
import pathlib
import subprocess
import time

import pytest

#: Makes the root in a mount namespace of its own, and starts systemd in it. Nothing is enabled, as on a newly installed
#: server.
BOOT = r"""
set -e
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
cd root
rm -rf etc/systemd/system/*.wants usr/sbin/policy-rc.d etc/resolv.conf
mount -t proc proc proc
mount --bind proc/sys proc/sys
# Most settings of the kernel are not the machine's own.
mount -o remount,bind,ro proc/sys
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mkdir old
pivot_root . old
umount -l old
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=basic.target --show-status=no
"""
NAMESPACES = ["--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup"]
NEW_NETWORK = 0x4000_0000
#: The variables of a shell of root.
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


def forbidden():
    """Why this machine cannot run another one, or None."""
    if os.geteuid() != 0:
        return "only root may boot a machine in namespaces"
    if not pathlib.Path("/lib/systemd/systemd").exists():
        return "systemd is not installed"
    tried = subprocess.run(
        ["unshare", *NAMESPACES, "--fork", "sh", "-c", "mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w && mount -t overlay overlay "
         "-o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt && mount -t cgroup2 cgroup2 /mnt/mnt"], capture_output=True, text=True)
    return f"the kernel does not let tests make namespaces: {tried.stderr.strip()}" if tried.returncode else None


class Group:
    """A control group of the second version, which the machine sees as its root."""

    def __init__(self):
        mounts = [line.split() for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
        found = [pathlib.Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"]
        if not found:
            pytest.skip("there are no control groups of the second version")
        self.path = found[0] / f"vestibule-test-{os.getpid()}-{time.monotonic_ns()}"
        self.path.mkdir()

    def join(self):
        (self.path / "cgroup.procs").write_text("0")

    def remove(self):
        deadline = time.monotonic() + 10
        while self.path.exists():
            for folder, _, _ in os.walk(self.path, topdown=False):
                with contextlib.suppress(OSError):
                    os.rmdir(folder)
            assert time.monotonic() < deadline, f"{self.path} is still used"
            time.sleep(0.02)  # The interval of the polling.


class BootedMachine:
    def __init__(self, folder):
        self.folder = folder / "machine"
        self.folder.mkdir()
        self.group = Group()

    def __enter__(self):
        self.log = open(self.folder.with_suffix(".log"), "wb")
        self.process = subprocess.Popen(
            ["unshare", *NAMESPACES, "--fork", "--kill-child", "--propagation", "private", "bash", "-c", BOOT, "boot", self.folder],
            preexec_fn=self.group.join, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            self.wait_until_booted()
        except BaseException as error:
            self.__exit__()
            # What the tests are about begins with a booted machine.
            if isinstance(error, AssertionError):
                pytest.skip(str(error))
            raise
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.group.remove()

    def wait_until_booted(self):
        deadline = time.monotonic() + 60
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        while self.state() not in ("running", "degraded"):
            told = self.folder.with_suffix(".log").read_text()
            assert self.process.poll() is None and time.monotonic() < deadline, f"the machine does not start: {told[-2000:]}"
            with contextlib.suppress(FileNotFoundError):
                self.first = next(iter(children.read_text().split()), None)
            time.sleep(0.1)  # The interval of the polling.
        self.run("ip link set lo up")

    def state(self):
        return self.start("systemctl is-system-running").communicate()[0].strip() if getattr(self, "first", None) else None

    @property
    def entering(self):
        return ["/usr/bin/nsenter", f"--target={self.first}", "--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup"]

    def start(self, script, stdin="", cwd="/root"):
        """A script of bash, as root types it."""
        return subprocess.Popen(
            [*self.entering, "/bin/bash", "-euc", f"cd {cwd}\n{script}"], env=ENVIRONMENT, cwd="/", text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL)

    def run(self, script, stdin="", cwd="/root", status=0):
        """What the script prints, with its errors."""
        running = self.start(script, stdin, cwd)
        printed = running.communicate(stdin or None, timeout=120)[0]
        assert running.returncode == status, f"{script}\nexit status {running.returncode}\n{printed}"
        return printed

    def write(self, path, content, mode=0o644):
        """Writes a file. (A path below /proc/PID/root would follow the machine's links to files of this one.)"""
        content = content.encode() if isinstance(content, str) else content
        done = subprocess.run([*self.entering, "/bin/sh", "-c", f'mkdir -p "$(dirname {path})" && cat > {path} && chmod {mode:o} {path}'],
            input=content, cwd="/")
        assert done.returncode == 0, path

    @contextlib.contextmanager
    def network(self):
        """The sockets that this thread opens in the block are the machine's."""
        with open("/proc/thread-self/ns/net") as own, open(f"/proc/{self.first}/ns/net") as its:
            enter_network(its)
            try:
                yield
            finally:
                enter_network(own)


def enter_network(file):
    library = ctypes.CDLL(None, use_errno=True)
    if library.setns(file.fileno(), NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "setns")
