# SPDX-License-Identifier: Apache-2.0
"""The CGI protocol without a web server: variables, lengths, timeouts and the choice of the runner."""

import re
import time

from web_servers import cgi, run_cgi


def test_an_invalid_query_encoding_is_400_and_ignored_in_a_field_that_nobody_uses(world):
    """Programs that count clicks add fields to the links of mails, in encodings of their own."""
    for text in ("=%4", "=%", "=%ff"):
        used, other = (cgi("invite-page", "GET", QUERY_STRING=query) for query in (f"code{text}", f"utm_campaign{text}&code=A&%ff=%ff"))
        assert run_cgi(world, "invite-page", **used).stdout.startswith(b"Status: 400\n")
        assert run_cgi(world, "invite-page", **other).stdout.startswith(b"Status: 404\n")


def test_an_answered_request_exits_with_0_at_any_status(world):
    for variables in ({}, {"EXIT_ON_ERROR": "1"}, {"POLICY_FILE": "/nowhere"}, {"REQUEST_METHOD": "PUT"}):
        body = b'{"code":"A"}'
        answer = run_cgi(world, "preview-invitation", body, **{**cgi("preview-invitation", body=body), **variables})
        assert answer.returncode == 0 and answer.stdout.startswith(b"Status: "), variables


def test_a_query_that_becomes_an_argument_is_not_a_flag(world):
    answer = run_cgi(world, "jwks", b"", "--help", **cgi("jwks", "GET", QUERY_STRING="--help"))
    assert answer.stdout.startswith(b"Status: 200\n")


def test_a_body_is_read_up_to_its_length_and_a_shorter_one_is_refused(world):
    body = b'{"code":"A"}'
    longer = run_cgi(world, "preview-invitation", body + b" and more", **cgi("preview-invitation", body=body))
    assert b"invitation/not-found" in longer.stdout
    shorter = run_cgi(world, "preview-invitation", body[:5], **cgi("preview-invitation", body=body))
    assert shorter.stdout.startswith(b"Status: 400\n") and b"shorter" in shorter.stdout
    for length in ("x", "-1", "+5", ""):
        answer = run_cgi(world, "preview-invitation", body, **{**cgi("preview-invitation", body=body), "CONTENT_LENGTH": length})
        assert answer.stdout.startswith(b"Status: 400\n"), length
    for length in ("6291457", "99999999999999999999"):
        large = run_cgi(world, "preview-invitation", b"", **{**cgi("preview-invitation", body=body), "CONTENT_LENGTH": length})
        assert large.stdout.startswith(b"Status: 413\n"), length


def test_a_body_that_does_not_arrive_is_504(world):
    variables = {**cgi("preview-invitation", body=b"{}"), "DEADLINE_SECONDS": "1"}
    process = world.start("preview-invitation", b"", **variables)
    answer = process.stdout.read()
    assert process.wait(10) == 0 and answer.startswith(b"Status: 504\n") and b"service/deadline" in answer
    process.stdin.close()


def test_a_function_that_the_server_stops_answers(world):
    process = world.start("preview-invitation", b"", **cgi("preview-invitation", body=b"{}"))
    while not reading(process):
        time.sleep(0.01)  # The interval of the polling.
    process.terminate()
    answer = process.stdout.read()
    assert process.wait(10) == 0 and answer.startswith(b"Status: 503\n") and b"Retry-After: 1\n" in answer
    process.stdin.close()


def reading(process):
    """Whether the process waits for its event and has set its alarm."""
    with open(f"/proc/{process.pid}/status") as status:
        caught = int(re.search(r"SigCgt:\s*(\w+)", status.read())[1], 16)
    return bool(caught & (1 << 14)) and bool(caught & (1 << 13))


def test_an_unknown_runner_is_78(world):
    answer = world.run("jwks", {}, env={"RUNNER": "cloud"})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"] == "RUNNER: should be one of stdin, cgi, openfaas, fastcgi, lambda"


def test_the_runner_can_be_set_explicitly(world):
    forced = world.run("jwks", {}, env={**cgi("jwks", "GET"), "RUNNER": "stdin"})
    assert (forced.status, forced.json) == (0, {"keys": []})
    answer = run_cgi(world, "jwks", RUNNER="cgi", **{**cgi("jwks", "GET"), "GATEWAY_INTERFACE": ""})
    assert answer.stdout.startswith(b"Status: 200\n")
