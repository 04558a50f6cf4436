# SPDX-License-Identifier: Apache-2.0
"""scripts/show-mail, and the mistakes in calls of it and of scripts/pictures/mails: a sentence and an exit status."""

import os
import subprocess
import sys

import pytest
from worlds import ROOT

MAIL = """From: PFA <hello@pfa.example.com>
To: Kim <kim@example.com>
Subject: =?utf-8?q?You=E2=80=99re_invited?=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Get started: https://pfa.example.com/invite?code={code}
"""


@pytest.fixture
def mail(tmp_path):
    path = tmp_path / "mail"
    path.write_text(MAIL.format(code="XS4O4EGPJJ6G5C3N"))
    return path


def call(script, *arguments, **variables):
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / script, *arguments], capture_output=True, text=True, check=False,
        env=os.environ | variables)


def refused(done, status, words):
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert words in done.stderr and done.stderr.count("\n") == 1


def test_a_mail_is_shown_as_a_person_reads_it(mail):
    done = call("show-mail", mail)
    assert done.returncode == 0
    assert done.stdout == (
        "   From: PFA <hello@pfa.example.com>\n   To: Kim <kim@example.com>\n   Subject: You’re invited\n\n"
        "   Get started: https://pfa.example.com/invite?code=XS4O4EGPJJ6G5C3N\n")
    assert call("show-mail", "--code", mail).stdout == "XS4O4EGPJJ6G5C3N\n"


def test_several_mails_are_shown(mail, tmp_path):
    (tmp_path / "other").write_text(MAIL.format(code="OTHER"))
    assert call("show-mail", "--code", mail, tmp_path / "other").stdout == "XS4O4EGPJJ6G5C3N\nOTHER\n"


@pytest.mark.parametrize(("arguments", "words"), [
    ([], "which mail?"), (["--code"], "which mail?"), (["--html", "x"], "unknown option --html")])
def test_a_wrong_argument_exits_with_64(arguments, words):
    refused(call("show-mail", *arguments), 64, words)


def test_an_unknown_mail_exits_with_66(tmp_path):
    refused(call("show-mail", tmp_path / "none"), 66, "none cannot be read: No such file")
    refused(call("show-mail", tmp_path), 66, "cannot be read: Is a directory")


def test_what_is_not_such_a_mail_exits_with_65(mail, tmp_path):
    (tmp_path / "database").write_bytes(bytes(range(256)) * 100)
    refused(call("show-mail", tmp_path / "database"), 65, "is not a mail with a text")
    mail.write_text(MAIL.replace("/invite?code=", "/other?code="))
    refused(call("show-mail", "--code", mail), 65, "has no link of an invitation")


def test_a_reader_may_stop_reading(mail):
    mail.write_text(MAIL + "a line\n" * 100_000)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} {ROOT}/scripts/show-mail {mail} | head -n 1"],
        capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "   From: PFA <hello@pfa.example.com>\n", "")


def test_pictures_need_the_operators_command_and_a_policy(tmp_path):
    done = call("pictures/mails", VESTIBULE_BIN=str(tmp_path))
    refused(done, 1, "vestibule is not built; scripts/build vestibule builds it")
    (tmp_path / "vestibule").write_text("")
    refused(call("pictures/mails", "--out", tmp_path, VESTIBULE_BIN=str(tmp_path), POLICY_FILE="none.json"), 1, "none.json cannot be read")
