# SPDX-License-Identifier: Apache-2.0
"""Many requests at once to the processes of `vestibule workers`, behind lighttpd, nginx and Apache."""

import concurrent.futures
import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
from apache_servers import apache_with_workers
from fastcgi_peer import Connection
from key_rotation import new_key
from ports import free_port
from runners import Web, lighttpd_with_workers, nginx_with_workers, process, process_ids_of, route, vestibule_serve, wait_for
from worlds import BIN, code_of, person

pytestmark = pytest.mark.slow
SERVERS = {
    "lighttpd": lighttpd_with_workers, "nginx": nginx_with_workers, "Apache": apache_with_workers, "vestibule serve": vestibule_serve}


@pytest.fixture(params=SERVERS)
def serve(request):
    return SERVERS[request.param]


def all_at_once(calls, threads=16):
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def test_200_mixed_requests_at_once_get_their_own_answers(world, serve):
    token = world.inviter()
    with serve(world, processes=4) as web:
        def sign_in(name):
            answer = web.run("sign-in", {"identity": person(name)})
            assert answer["account"]["email"] == f"{name}@example.com"
            own = web.run("list-sessions", {}, answer["session"]["accessToken"])
            assert [session["current"] for session in own["sessions"]] == [True]

        def invite(name):
            answer = web.run("send-invitation", {"client": {"name": name, "email": f"{name}@example.com"}, "deliver": "link"}, token)
            assert answer["client"]["name"] == name
            accepted = web.run("accept-invitation", {"code": answer["link"].split("code=")[1], "identity": person(name)})
            assert accepted["account"]["email"] == f"{name}@example.com", accepted

        def refuse(number):
            assert web.run("preview-invitation", {"code": str(number)})["error"]["code"] == "invitation/not-found"
            assert web.run("list-clients", {})["error"]["code"] == "auth/unauthenticated"

        def open_page(number):
            assert "<h1>" in web.open("invite-page", {"code": f"{number}"})
            assert web.request("OPTIONS", route("sign-in")).status == 204

        calls = []
        for number in range(25):
            calls += [
                lambda name=f"s{number}": sign_in(name), lambda name=f"i{number}": invite(name), lambda number=number: refuse(number),
                lambda number=number: open_page(number),
            ]
        all_at_once(calls)
        assert 1 < len(process_ids_of(web.supervisor)) and len(process_ids_of(web.supervisor, "sign-in")) <= 4
    assert world.rows("SELECT count(*) AS n FROM accounts") == [{"n": 51}]


def test_nothing_answered_is_lost_when_processes_are_killed(world, serve):
    with serve(world, processes=4) as web:
        answered, stop = [], threading.Event()

        def kill():
            # Often enough that processes die in the middle of events. On a slow machine, they do not start in this
            # time: it ends.
            for _ in range(60):
                if stop.wait(0.05):
                    return
                for number in process_ids_of(web.supervisor, "sign-in")[:1]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(number, signal.SIGKILL)

        def sign_in(name):
            try:
                response = web.post("sign-in", {"identity": person(name)})
            except (OSError, http.client.HTTPException):
                return
            if response.status == 200:
                answered.append(response.json["account"]["email"])

        killer = threading.Thread(target=kill)
        killer.start()
        all_at_once([lambda name=f"p{number}": sign_in(name) for number in range(200)])
        stop.set()
        killer.join()
        assert web.run("sign-in", {"identity": person("last")})["state"] == "signedIn"
    stored = {row["email"] for row in world.rows("SELECT email FROM accounts")}
    assert answered and set(answered) <= stored and len(stored) == world.rows("SELECT count(*) AS n FROM accounts")[0]["n"]


def test_processes_that_end_after_their_events_fail_no_request(world, serve):
    with serve(world, processes=4, FASTCGI_MAX_EVENTS="5") as web:
        refused = all_at_once([lambda: web.post("preview-invitation", {"code": "A"}).status for _ in range(200)])
    assert refused == [404] * 200


@pytest.mark.parametrize("processes", [1, 2])
def test_no_request_waits_for_ever_if_processes_end_after_each(world, processes):
    with lighttpd_with_workers(world, processes=processes, FASTCGI_MAX_EVENTS="1") as web:
        calls = [lambda: web.post("preview-invitation", {"code": "A"}).status for _ in range(300)]
        assert all_at_once(calls, threads=3) == [404] * 300


def test_the_processes_answer_what_they_have_begun_before_they_end(world, serve):
    with serve(world) as web:
        assert web.run("sign-in", {"identity": person("ada")})["state"] == "signedIn"
        # On a slow machine the first one has not taken the request before another one is started.
        numbers = process_ids_of(web.supervisor, "sign-in")
        web.supervisor.terminate()
        assert numbers and web.supervisor.wait(20) == 0
        assert not any(os.path.exists(f"/proc/{number}") for number in numbers)


def test_a_client_that_goes_away_harms_no_other(world, serve):
    with serve(world, processes=1) as web:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", web.port)) as connection:
                connection.sendall(b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{")
        for _ in range(5):
            assert web.post("preview-invitation", {"code": "A"}).code == "invitation/not-found"


def test_a_mail_is_sent_by_a_warm_process(world, serve):
    token = world.inviter()
    with serve(world, processes=1) as web:
        for name in ("kim", "lee"):
            sent = web.run("send-invitation", {"client": {"name": name, "email": f"{name}@example.com"}}, token)
            assert sent["invitation"]["delivery"] == "sent"
        assert len({code_of(mail) for mail in world.mails()}) == 2


def test_readiness_follows_the_database(world, serve):
    if serve is nginx_with_workers:
        pytest.skip("the route is in the configuration of the image, which has lighttpd")
    world.without_tables()
    with serve(world) as web:
        world.inviter()
        ready = web.request("GET", "/readyz")
        assert (ready.status, ready.body, ready.headers["Content-Type"]) == (200, b"ready\n", "text/plain; charset=utf-8")
        world.rows("DELETE FROM schema_versions") if "postgres" in world.env["DATABASE_URL"] else world.rows("PRAGMA user_version = 0")
        while (missing := web.request("GET", "/readyz")).status == 200:
            time.sleep(0.05)  # The interval of the polling: an answer is kept for a while.
        assert missing.status == 503 and missing.body.startswith(b"service/")


# Without `vestibule workers`


def test_lighttpd_starts_processes_itself(world):
    port, folder = free_port(), world.folder
    function = f'"bin-path" => "{BIN}/preview-invitation", "socket" => "{folder}/socket", "max-procs" => 2, "check-local" => "disable"'
    (folder / "lighttpd.conf").write_text(f"""
        server.modules = ("mod_fastcgi")
        server.document-root = "{folder}" server.bind = "127.0.0.1" server.port = {port}
        fastcgi.server = ("/preview-invitation" => (({function})))""".replace('" server.', '"\n server.'))
    environment = {**world.env, "RUNNER": "fastcgi", "FASTCGI_MAX_EVENTS": "0"}
    with process("/usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", env=environment, stderr=subprocess.DEVNULL) as server:
        wait_for(port, server)
        web = Web(world, port)
        assert all_at_once([lambda: web.post("preview-invitation", {"code": "A"}).status for _ in range(50)]) == [404] * 50
        assert len(process_ids_of(server, "preview-invitation")) == 2


@pytest.mark.skipif(not shutil.which("spawn-fcgi"), reason="spawn-fcgi is not installed")
def test_spawn_fcgi_starts_processes(world):
    address = world.folder / "socket"
    environment = {**world.env, "RUNNER": "fastcgi"}
    command = ["spawn-fcgi", "-n", "-s", address, "--", BIN / "preview-invitation"]
    with process(*command, env=environment, stderr=subprocess.DEVNULL) as running:
        while not address.exists():
            assert running.poll() is None
            time.sleep(0.02)  # The interval of the polling.
        for _ in range(3):
            with Connection(str(address), "preview-invitation") as connection:
                assert connection.post({"code": "A"}).code == "invitation/not-found"


def test_ready_tells_whether_functions_can_work(world):
    def ready():
        done = subprocess.run([BIN / "vestibule", "ready"], env=world.env, cwd=world.folder, capture_output=True, text=True)
        return done.returncode, done.stdout

    world.without_tables()
    assert ready()[0] == 78
    assert world.tables() == [], "it creates nothing"
    world.inviter()
    assert ready() == (0, "ready\n")
    world.env |= {"DATABASE_URL": "postgresql://127.0.0.1:9/nobody", "SECRET_KEY": new_key()}
    assert ready()[0] == 75
