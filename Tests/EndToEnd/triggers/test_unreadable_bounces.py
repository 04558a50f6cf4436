# SPDX-License-Identifier: Apache-2.0
"""Messages to `on-mail-event` that are not reports, or damaged ones."""

import pytest
from bounces import NOTHING, POSTFIX, invited, receive

GARBAGE = {
    "nothing": "", "a line": "x", "empty lines": "\n\n\n", "CR": "\r\r\r", "NUL": "\0" * 100, "a colon": ":", "many colons": ":\n" * 50,
    "a mail": "From: kim@example.com\nSubject: Hello\n\nI am away.\n", "a folded line first": " \n\tx: y\n\nz",
    "an empty multipart": "Content-Type: multipart/report\n\nx", "no boundary": "Content-Type: multipart/report; boundary=\n\n--\n--\n",
    "an open quote": 'Content-Type: multipart/report; boundary="\n\n--\n', "a lone quote": "Content-Type: multipart/report; boundary=\"a\\\n\n--a",
    "half a parameter": "Content-Type: multipart/report; ;;; = ; boundary\n\n--a", "no status": "Content-Type: multipart/report; boundary=a\n\n--a\n\n--a--\n",
    "an empty status": "Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n--a--\n",
    "base64 that is none": "Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n"
                           "Content-Transfer-Encoding: base64\n\n!!\n--a--\n",
    "only the start of a part": "Content-Type: multipart/report; boundary=a\n\n--a", "only an end": "Content-Type: multipart/report; boundary=a\n\n--a--",
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE)
def test_a_message_that_is_no_report_is_ignored_and_named(world, text):
    """Such as a person's reply. A mail server would return a refused message to the person, and drop an accepted one."""
    for event in (text, text.encode(), text.encode().replace(b"\n", b"\r\n")):
        answer = receive(world, event)
        assert answer.status == 0 and answer.json == {**NOTHING, "ignored": 1, "notice": "not-a-report"}


def test_invalid_base64_is_refused(world):
    assert receive(world, "?", isBase64Encoded=True).code == "event/invalid"


@pytest.mark.parametrize("text", [
    "Content-Type: multipart/mixed; boundary=a\n\n" + "--a\nContent-Type: multipart/mixed; boundary=a\n\n" * 20_000,
    "Content-Type: multipart/mixed; boundary=a\n\n" + "--a\n" * 500_000,
    "Content-Type: multipart/mixed;" + " x=y;" * 300_000 + "\n\n", "A: b\n" + " c\n" * 1_000_000, "x: y\n" * 500_000,
    "Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n" + "\nAction: x\n" * 200_000,
], ids=["nested", "many parts", "many parameters", "folded", "many fields", "many groups"])
def test_a_huge_message_is_answered_in_time(world, text):
    answer = receive(world, text)
    assert answer.status == 0 and answer.code in ("event/invalid", None)


def test_a_notification_that_is_truncated_anywhere_is_answered(world):
    _, mail = invited(world)
    raw = POSTFIX.format(id=mail["Message-ID"]).encode()
    answers = [receive(world, raw[:length]) for length in range(0, len(raw), 61)]
    assert {(answer.status, answer.json.get("notice")) for answer in answers} == {(0, "not-a-report"), (0, None)}
