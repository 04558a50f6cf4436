# SPDX-License-Identifier: Apache-2.0
"""`vestibule workers` and `vestibule ready`: starts, limits and ends of processes, and the answers to health checks."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

import pytest
import yaml
from deployment import containers, kubernetes
from fastcgi_peer import Connection
from people import policy, signed_up
from runners import CATALOGUE, lighttpd_with_workers, process, process_ids_of, workers
from worlds import BIN, person


def post(sockets, function, data):
    with Connection(str(sockets / function), function) as connection:
        return connection.post(data)


def until(condition):
    while not condition():
        time.sleep(0.02)  # The interval of the polling.


@contextlib.contextmanager
def command(world, functions, *arguments):
    """`vestibule workers` with scripts in place of functions: the folder of its sockets, and the process."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "functions").mkdir()
        for name, text in functions.items():
            (folder / "functions" / name).write_text(text)
            (folder / "functions" / name).chmod(0o755)
        line = [BIN / "vestibule", "workers", folder / "functions", folder, "--no-deliver", *arguments]
        with process(*line, cwd=folder, env=world.env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            yield folder, running


# Limits


def test_all_pools_together_have_a_maximum(world):
    with workers(world, 4, "--total", "2") as (sockets, supervisor):
        for name in ("preview-invitation", "list-clients", "jwks", "get-account", "sign-in", "preview-invitation"):
            assert post(sockets, name, {"code": "A"}).status
            assert len(process_ids_of(supervisor)) <= 2
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            names = ["preview-invitation", "list-clients", "get-account", "accept-invitation"] * 25
            answers = list(pool.map(lambda name: post(sockets, name, {"code": "A"}).status, names))
        assert all(answers) and len(process_ids_of(supervisor)) <= 2


def test_processes_that_die_at_their_start_are_started_ever_less_often(world):
    script = '#!/bin/sh\necho >> "$0.starts"\nkill -9 $$\n'
    with command(world, {"crash": script}) as (folder, running):
        until((folder / "crash").exists)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(folder / "crash"))
            time.sleep(2)  # A process starts in a few milliseconds, so there would be a hundred.
        assert 2 < len((folder / "functions/crash.starts").read_text()) < 12


def test_a_mail_command_that_cannot_start_again_stops_neither_the_workers_nor_their_end(world):
    with workers(world, 1, "--deliver") as (sockets, supervisor):
        assert post(sockets, "preview-invitation", {"code": "A"}).status
        [watcher], [worker] = process_ids_of(supervisor, "exe"), process_ids_of(supervisor, "preview-invitation")
        calls = "clone,clone3,vfork"
        line = ["strace", "-p", str(supervisor.pid), "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:error=EAGAIN"]
        with process(*line, stderr=subprocess.PIPE, text=True) as tracer:
            assert "attached" in tracer.stderr.readline()
            os.kill(watcher, signal.SIGKILL)
            until(lambda: "/proc/self/exe cannot be started" in (world.folder / "workers.log").read_text())
            assert supervisor.poll() is None and post(sockets, "preview-invitation", {"code": "A"}).status
        supervisor.terminate()
        assert supervisor.wait(20) == 0 and not is_running(worker)


# Sockets


@pytest.mark.parametrize("kind", ["a file", "a socket in use", "an abandoned socket"])
def test_only_an_abandoned_socket_is_replaced(world, kind):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "functions").mkdir()
        (folder / "functions/f").symlink_to("/bin/true")
        with socket.socket(socket.AF_UNIX) as listener:
            if kind == "a file":
                (folder / "f").write_text("kept")
            else:
                listener.bind(str(folder / "f"))
            if kind == "a socket in use":
                listener.listen(1)
            line = [BIN / "vestibule", "workers", folder / "functions", folder, "--", "/bin/true"]
            done = subprocess.run(line, env=world.env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
            assert (folder / "f").exists()
        if kind == "an abandoned socket":
            assert done.returncode == 0, done.stderr
        else:
            assert done.returncode in (75, 78) and str(folder / "f") in done.stderr, done.stderr


# The end


def test_a_web_server_that_does_not_end_is_killed_after_the_grace(world):
    script = "#!/bin/sh\ntrap '' INT TERM\necho $$ > \"$0.started\"\nwhile :; do sleep 0.1; done\n"
    with tempfile.TemporaryDirectory() as folder:
        server = pathlib.Path(folder) / "server"
        server.write_text(script)
        server.chmod(0o755)
        with command(world, {"stubborn": script}, "--grace", "1", "--", server) as (folder, running):
            until(server.with_suffix(".started").exists)
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(folder / "stubborn"))
                started = folder / "functions/stubborn.started"
                until(lambda: started.exists() and started.read_text())
                running.terminate()
                assert running.wait(20) == 0
                for file in (started, server.with_suffix(".started")):
                    until(lambda: not is_running(int(file.read_text())))


def is_running(number):
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False


# Readiness


def test_answers_to_health_checks_are_kept_for_a_while(world):
    """Anybody may ask. Each check would be a connection to the database."""
    connections = []
    with socket.create_server(("127.0.0.1", 0)) as database:
        def refuse():
            with contextlib.suppress(OSError):
                while True:
                    connections.append(database.accept()[0].close())

        threading.Thread(target=refuse, daemon=True).start()
        world.env["DATABASE_URL"] = f"postgresql://127.0.0.1:{database.getsockname()[1]}/x?sslmode=disable"
        world.env["SECRET_KEY"] = "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0ISEhISE="
        with workers(world) as (sockets, _):
            for _ in range(200):
                assert post(sockets, "readyz", b"").status == 503
    assert 0 < len(connections) < 200


def test_ready_needs_the_key_of_the_database(world):
    world.inviter()
    own = world.secret_key
    other = "b3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIhISE="

    def ready(**env):
        return subprocess.run(
            [BIN / "vestibule", "ready"], env={**world.env, **env}, cwd=world.folder, capture_output=True, text=True)

    assert ready(SECRET_KEY=own).returncode == 0
    assert ready(SECRET_KEY=other, SECRET_KEY_PREVIOUS=own).returncode == 0
    before = world.rows("SELECT * FROM secret_keys")
    wrong = ready(SECRET_KEY=other)
    assert wrong.returncode == 78 and "SECRET_KEY" in wrong.stderr
    assert world.rows("SELECT * FROM secret_keys") == before


# The image


def test_the_start_of_the_image_waits_for_the_database(world):
    """The script with a command that fails three times, and then migrates."""
    calls, vestibule = world.folder / "calls", world.folder / "vestibule"
    vestibule.write_text(f"""#!/bin/sh
echo "$1" >> {calls}
case $1 in
  workers) sleep 1 ;;
  ready) exit 75 ;;
  migrate) [ "$(grep -c migrate {calls})" -gt 3 ] || {{ echo "the database is away" >&2; exit 75; }} ;;
esac
""")
    vestibule.chmod(0o755)
    script = containers.serve(CATALOGUE).replace(f"{containers.PREFIX}/bin/vestibule", str(vestibule))
    script = script.replace("sleep 2", "sleep 0.1").replace(containers.SOCKETS, str(world.folder / "sockets"))
    done = subprocess.run(
        ["sh", "-c", script], env={"PATH": "/usr/bin:/bin", "WORKERS": "1", "WORKERS_TOTAL": "1"}, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert calls.read_text().split().count("migrate") == 4 and "workers" in calls.read_text()
    assert done.stderr == "the database is away\n", "each reason is logged once"


def test_the_limits_of_the_image_can_be_set_in_the_config_map():
    pods = [yaml.safe_load(kubernetes.knative(CATALOGUE)), *yaml.safe_load_all(kubernetes.server(CATALOGUE))]
    containers_of_pods = [pod["spec"]["template"]["spec"]["containers"][0] for pod in pods if "template" in pod["spec"]]
    assert len(containers_of_pods) == 2
    for name in ("WORKERS", "WORKERS_TOTAL"):
        variable = {"name": name, "valueFrom": {"configMapKeyRef": {"name": "vestibule", "key": name, "optional": True}}}
        assert all(variable in container["env"] for container in containers_of_pods)
        assert f"{name}=" in containers.dockerfile("vestibule", []) and f'"${name}"' in containers.serve(CATALOGUE)


def test_the_error_log_contains_no_codes(world):
    with lighttpd_with_workers(world, processes=1) as web:
        web.run("sign-in", {"identity": person("ada")})
        [number] = process_ids_of(web.supervisor, "sign-in")
        log = world.folder / "lighttpd.log"
        with world.locked(), concurrent.futures.ThreadPoolExecutor(1) as thread:
            body, headers = json.dumps({"identity": person("kim")}), {"Content-Type": "application/json"}
            answer = thread.submit(web.request, "POST", "/sign-in?code=SECRETCODE,SECRETCODE", body, headers)
            time.sleep(0.5)  # The event waits for the database.
            os.kill(number, signal.SIGKILL)
            assert answer.result().status in (500, 503)
        until(lambda: "/sign-in" in log.read_text(errors="replace"))
    assert "SECRETCODE" not in log.read_text(), log.read_text()


# Mails


def test_a_code_goes_out_beside_the_workers_without_a_schedule(world):
    world.policy(policy())
    signed_up(world)
    known = len(world.mails())
    with workers(world, 2, "--deliver") as (sockets, supervisor):
        post(sockets, "reset-password", {"email": "kim@example.com"})
        begin = time.monotonic()
        until(lambda: len(world.mails()) > known or time.monotonic() > begin + 20)
        assert len(world.mails()) == known + 1
        [watcher] = process_ids_of(supervisor, "exe")
        os.kill(watcher, signal.SIGKILL)
        until(lambda: watcher not in process_ids_of(supervisor, "exe"))
        supervisor.terminate()
        assert supervisor.wait(20) == 0
