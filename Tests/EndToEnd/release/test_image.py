# SPDX-License-Identifier: Apache-2.0
"""The image that serves $PORT: built from the package, read-only, as an unprivileged user."""

import concurrent.futures
import http.client
import os
import threading
import time

import image as images
import pytest
from worlds import ENGINE, POLICY, code_of, person

pytestmark = [
    *images.needs_tools, pytest.mark.xdist_group("image"),
    pytest.mark.skipif(ENGINE == "pgbouncer", reason="the pooler changes nothing for the image"),
]


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    built = images.build(tmp_path_factory.mktemp("image"))
    yield built
    images.buildah("rm", built[0])
    # What earlier builds left.
    images.buildah("rmi", "--prune")


def test_the_image_is_small(image):
    files = [path for path in image[1].rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) < 120_000_000


def test_an_invitation_is_sent_and_accepted(world, image):
    (world.folder / "key").write_text(world.env.pop("SECRET_KEY", "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0ISEhISE="))
    with images.running(image, world, SECRET_KEY_FILE=str(world.folder / "key")) as (container, web):
        images.wait_until_ready(web)
        token = web.run("sign-in", {"identity": person("ada"), "as": "admin"})["session"]["accessToken"]
        sent = web.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
        assert sent["invitation"]["delivery"] == "sent", sent
        code = code_of(world.mails()[0])
        assert "has invited you</h1>" in web.open("invite-page", {"code": code})
        accepted = web.run("accept-invitation", {"code": code, "identity": person("kim")})
        assert accepted["state"] == "signedIn" and accepted["isNewAccount"], accepted
        assert web.run("accept-invitation", {"code": code, "identity": person("eve")})["error"]["code"] == "invitation/already-accepted"
        for number in container.processes():
            with open(f"/proc/{number}/status") as status:
                assert "Uid:\t65532\t65532\t65532\t65532\n" in status.read()
        with pytest.raises(OSError):
            (container.root / f"../../proc/{container.processes()[0]}/root/x").write_text("x")
        assert container.stop() == 0


def test_health_and_readiness(world, image):
    world.without_tables()
    with images.running(image, world, DATABASE_URL="postgresql://127.0.0.1:9/nobody", SECRET_KEY=None) as (container, web):
        alive, ready = web.request("GET", "/healthz"), web.request("GET", "/readyz")
        assert (alive.status, alive.body) == (200, b"ok\n")
        assert (ready.status, ready.headers["Content-Type"]) == (503, "text/plain; charset=utf-8")
    with images.running(image, world) as (container, web):
        images.wait_until_ready(web)
        assert web.request("GET", "/readyz").body == b"ready\n"


def test_only_functions_with_a_route_are_served(world, image):
    with images.running(image, world) as (_, web):
        for path in ("/deliver-mail", "/vestibule", "/lighttpd.conf", "/../serve", "/static/healthz"):
            assert web.request("POST", path, b"{}").status == 404, path
            assert web.request("GET", path).status == 404, path


def test_processes_start_with_requests_so_that_an_idle_image_is_small(world, image):
    """In all at most 48 MiB of anonymous memory, after requests to ten functions."""
    with images.running(image, world) as (container, web):
        images.wait_until_ready(web)
        assert len(container.processes()) <= 5, "the supervisor, the web server, the watcher, the readiness check, and the shell of its start"
        names = ("sign-in", "sign-up", "refresh-session", "list-clients", "get-account", "preview-invitation", "jwks", "sign-out",
                 "list-sessions", "send-invitation")
        for name in names:
            web.post(name, {})
        assert sum(anonymous(number) for number in container.processes()) < 48 << 10


def anonymous(number):
    with open(f"/proc/{number}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))


def test_no_answer_is_lost_when_the_image_is_restarted_under_load(world, image):
    restarts = int(os.environ.get("IMAGE_RESTARTS", "5"))
    world.policy({**POLICY, "limits": {"public": {"max": 100_000, "seconds": 60}}})
    with images.running(image, world) as (container, web):
        images.wait_until_ready(web)
        stop, answers, failures = threading.Event(), [], []

        def ask(thread):
            number = 0
            while not stop.is_set():
                name = f"p{thread}x{number}"
                try:
                    answer = web.post("sign-in", {"identity": person(name)}, Idempotency_Key=name)
                except ConnectionError:
                    time.sleep(0.02)  # The proxy tries another instance, or this one again.
                    continue
                except (OSError, http.client.HTTPException) as error:
                    failures.append(error)
                    continue
                (answers if answer.status == 200 else failures).append(answer)
                number += 1

        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            running = [threads.submit(ask, thread) for thread in range(4)]
            for _ in range(restarts):
                time.sleep(0.5)  # Requests arrive meanwhile.
                assert container.stop() == 0
                container.start()
            time.sleep(0.5)  # The same.
            stop.set()
            [future.result() for future in running]
    assert failures == [], failures[:3]
    stored = {row["email"] for row in world.rows("SELECT email FROM accounts")}
    answered = [answer.json["account"]["email"] for answer in answers]
    assert len(answered) > 10 * restarts and set(answered) <= stored and len(set(answered)) == len(answered)
