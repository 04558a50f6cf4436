# SPDX-License-Identifier: Apache-2.0
"""`vestibule serve` when something is wrong: what it answers itself, and what it says to operators."""

import os
import signal

import pytest
from faulty import until
from runners import process_ids_of, vestibule_serve


def said(web):
    """What the server has written to stderr."""
    return (web.world.folder / "serve.log").read_text()


def test_sighup_with_a_wrong_policy_replaces_nothing(world):
    with vestibule_serve(world) as web:
        assert web.request("GET", "/app-configuration").status == 200
        (world.folder / "policy.json").write_text('{"app": ')
        web.supervisor.send_signal(signal.SIGHUP)
        until(lambda: "the processes are not replaced: POLICY_FILE" in said(web))
        assert web.request("GET", "/app-configuration").status == 200
        assert web.request("GET", "/readyz").status == 503


@pytest.mark.parametrize("name, value", [("TRUSTED_PROXIES", "junk"), ("TRUSTED_PROXY_HEADER", "bad header"), ("LOG_LEVEL", "loud")])
def test_a_server_whose_functions_cannot_work_is_not_ready_and_says_why(world, name, value):
    with vestibule_serve(world, **{name: value}) as web:
        assert web.request("GET", "/readyz").status == 503
        assert name in said(web)


def test_a_process_that_is_killed_from_outside_is_named(world):
    with vestibule_serve(world, processes=1) as web:
        web.request("GET", "/jwks")
        [number] = process_ids_of(web.supervisor, "jwks")
        os.kill(number, signal.SIGKILL)
        until(lambda: f"signal 9 has ended a process of jwks, {number}" in said(web))


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "de"}


def test_a_browser_gets_a_page_of_an_error_that_no_function_has_answered(world):
    with vestibule_serve(world) as web:
        large = web.request("POST", "/clients", b"a" * (8 << 20 | 1), {**BROWSER, "Content-Type": "text/csv"})
        assert large.status == 413 and "Das ist zu groß" in large.body.decode()
        assert large.headers["Content-Type"].startswith("text/html") and "default-src 'none'" in large.headers["Content-Security-Policy"]
        program = web.request("POST", "/clients", b"a" * (8 << 20 | 1), {"Content-Type": "application/json"})
        assert program.code == "event/too-large" and program.json["error"]["status"] == 413


def test_a_page_has_no_slash_at_its_end(world):
    with vestibule_serve(world) as web:
        led = web.request("GET", "/account/sign-in/?return=%2Fclients")
        assert (led.status, led.headers["Location"]) == (308, "../sign-in?return=%2Fclients")
        assert web.request("GET", "/account/sign-in").status == 200 and web.request("GET", "/jwks/").status == 200
