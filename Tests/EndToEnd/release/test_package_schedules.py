# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: systemd units, the crontab and schedules."""

import re
import subprocess

import pytest
from deployment.cron import Schedule
from worlds import BIN

#: One worker makes the release that these tests read.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]


# MARK: Your own server


@pytest.fixture
def units(made, bundle, tmp_path):
    """The units with existing executables."""
    folder = tmp_path / "units"
    folder.mkdir()
    for file in (made / "systemd").iterdir():
        (folder / file.name).write_text(file.read_text().replace("/opt/vestibule", str(bundle)))
    return folder


def test_the_systemd_units_are_valid(units):
    files = [file for file in units.iterdir() if file.suffix in (".service", ".timer")]
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    for file in units.glob("*.service"):
        reviewed = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=15", file], capture_output=True, text=True)
        assert reviewed.returncode == 0, reviewed.stdout


def test_a_stop_does_not_end_what_a_service_has_started(made):
    """deliver-mail and the functions finish what is under way: only their parent gets SIGTERM."""
    for name in ("deliver", "workers", "serve"):
        assert "\nKillMode=mixed\n" in (made / f"systemd/vestibule-{name}.service").read_text(), name
    # Attempts that have begun may go on until the deadline.
    for name in ("deliver", "deliver-mail"):
        assert "\nTimeoutStopSec=60\n" in (made / f"systemd/vestibule-{name}.service").read_text(), name


def test_a_service_starts_its_function_with_an_event(made, world):
    text = (made / "systemd/vestibule-deliver-mail.service").read_text()
    assert "ExecStart=/opt/vestibule/bin/deliver-mail\n" in text
    [event] = re.findall("StandardInputText=(.*)", text)
    [deadline] = re.findall("Environment=DEADLINE_SECONDS=(.*)", text)
    answer = world.run("deliver-mail", event=(event + "\n").encode(), env={"DEADLINE_SECONDS": deadline})
    assert (answer.status, answer.json["sent"]) == (0, 0)


@pytest.mark.parametrize("cron, calendars, expressions", [
    ("* * * * *", ["*-*-* *:*:00 UTC"], ["cron(* * * * ? *)"]),
    ("*/15 * * * *", ["*-*-* *:0/15:00 UTC"], ["cron(0/15 * * * ? *)"]),
    ("17 3 * * *", ["*-*-* 3:17:00 UTC"], ["cron(17 3 * * ? *)"]),
    ("0 6 1 */3 *", ["*-1/3-1 6:0:00 UTC"], ["cron(0 6 1 1/3 ? *)"]),
    ("5,10-12 8-18/5 * * 1-5", ["Mon,Tue,Wed,Thu,Fri *-*-* 8,13,18:5,10,11,12:00 UTC"], ["cron(5,10,11,12 8,13,18 ? * 2,3,4,5,6 *)"]),
    ("0 0 13 * 7", ["*-*-13 0:0:00 UTC", "Sun *-*-* 0:0:00 UTC"], ["cron(0 0 13 * ? *)", "cron(0 0 ? * 1 *)"]),
])
def test_a_schedule_is_the_same_everywhere(cron, calendars, expressions):
    schedule = Schedule(cron)
    assert (schedule.calendars, schedule.eventbridge) == (calendars, expressions)
    subprocess.run(["systemd-analyze", "calendar", *calendars], check=True, capture_output=True)


@pytest.mark.parametrize("cron", ["60 * * * *", "* 24 * * *", "* * 0 * *", "* * * *", "@daily", "5-1 * * * *"])
def test_an_invalid_schedule_is_refused(cron):
    with pytest.raises(ValueError):
        Schedule(cron)


def test_a_line_of_the_crontab_runs_its_function(made, world):
    text = (made / "cron/vestibule").read_text()
    [line] = [line for line in text.splitlines() if line.endswith("/deliver-mail >/dev/null")]
    assert line.startswith("* * * * * vestibule cd /var/lib/vestibule && ")
    assert dict(line.split("=", 1) for line in text.splitlines() if re.match("[A-Z_]+=", line))["MAIL_FROM"] == "PFA <hello@example.com>"
    command = line.split("vestibule ", 1)[1].replace("/opt/vestibule/bin", str(BIN)).replace("/var/lib/vestibule", str(world.folder))
    done = subprocess.run(["sh", "-c", command], env=world.env, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"") and world.exists
