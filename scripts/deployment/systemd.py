# SPDX-License-Identifier: Apache-2.0
"""systemd services and timers for the schedules, and a service for FastCGI."""

from . import webservers
from .cron import Schedule
from .settings import BACKUPS, CONFIGURATION, PREFIX, SOCKETS, STATE, USER

#: When the timers of one server run (systemd.time(7)): a backup in the night, and a report whose period is three times
#: as long.
BACKUP_TIME, REPORT_TIME, REPORT_PERIOD = "*-*-* 02:40:00 UTC", "*:0/5", "15m"
#: The folder of the report, which programs that collect numbers may read.
REPORTS = "/run/vestibule-report"

#: The sandbox of a function on a schedule: it needs only its database, the network and the clock.
SANDBOX = """\
CapabilityBoundingSet=
DevicePolicy=closed
KeyringMode=private
LockPersonality=yes
MemoryDenyWriteExecute=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateIPC=yes
PrivateTmp=yes
PrivateUsers=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
UMask=0077
"""


#: The folder of the database, which a sandbox otherwise makes read-only.
STATE_FOLDER = f"""\
StateDirectory=vestibule
StateDirectoryMode=0700
WorkingDirectory={STATE}
"""


def unit(description, command, settings, *, needs_network=True, sandbox=SANDBOX, starts_with_machine=False):
    """A service that runs as the user of the functions, in the sandbox, with the variables of the installation."""
    network = "After=network-online.target\nWants=network-online.target\n" if needs_network else ""
    install = "\n[Install]\nWantedBy=multi-user.target\n" if starts_with_machine else ""
    return f"""\
[Unit]
Description=Vestibule: {description}
{network}
[Service]
User={USER}
ExecStart={command}
EnvironmentFile={CONFIGURATION}/env
{settings}{STATE_FOLDER}
{sandbox}{install}"""


def service(function):
    return unit(function.entry["summary"].rstrip("."), f"{PREFIX}/bin/{function.name}", f"""\
Type=oneshot
StandardInput=data
StandardInputText={{}}
Environment=DEADLINE_SECONDS={function.deadline}
TimeoutStartSec={function.timeout}
TimeoutStopSec={function.timeout}
MemoryMax={2 * function.entry["memoryMB"]}M
TasksMax=64
""")


def workers(catalogue):
    """The service of `vestibule workers`."""
    grace = webservers.grace(catalogue)
    command = f"{PREFIX}/bin/vestibule workers --grace {grace} {PREFIX}/public {SOCKETS}"
    return unit("processes for a web server (FastCGI)", command, f"""\
Restart=on-failure
TimeoutStopSec={grace + 3}
KillMode=mixed
RuntimeDirectory={SOCKETS.removeprefix("/run/")}
""", starts_with_machine=True)


def serve(catalogue):
    """The service of `vestibule serve`. SIGHUP makes it read the policy again."""
    grace = webservers.grace(catalogue)
    return unit("HTTP, schedules and mails", f"{PREFIX}/bin/vestibule serve --data {STATE} --grace {grace}", f"""\
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
TimeoutStopSec={grace + 3}
KillMode=mixed
LimitNOFILE=16384
""", starts_with_machine=True)


def deliver(catalogue):
    """The service that sends mails as soon as they are due, for web servers that start functions themselves (CGI)."""
    return unit("sends mails as soon as they are due", f"{PREFIX}/bin/vestibule deliver --watch", f"""\
Restart=always
RestartSec=1
TimeoutStopSec={catalogue.outbox_sender.timeout}
KillMode=mixed
""", starts_with_machine=True)


def backup():
    """The service that copies the database. Only this folder, besides the database's, can be written."""
    return unit("a backup of the database", f"{PREFIX}/server/backup.sh {BACKUPS}", f"""\
Type=oneshot
TimeoutStartSec=1h
ReadWritePaths={BACKUPS}
""", needs_network=False)


def report():
    """The service that writes the numbers for Prometheus. It fails if a number is out of bounds."""
    command = f"{PREFIX}/bin/vestibule report --since {REPORT_PERIOD} --prometheus {REPORTS}/vestibule.prom"
    return unit("the report, which fails if a number is out of bounds", command, f"""\
Type=oneshot
StandardOutput=null
TimeoutStartSec=1min
RuntimeDirectory={REPORTS.removeprefix("/run/")}
RuntimeDirectoryPreserve=yes
""", needs_network=False, sandbox=SANDBOX.replace("UMask=0077", "UMask=0022"))


def timer(function):
    return timer_of(f"schedule of {function.name}", *Schedule(function.cron).calendars)


def timer_of(purpose, *calendars):
    lines = "".join(f"OnCalendar={text}\n" for text in calendars)
    return f"""\
[Unit]
Description=Vestibule: {purpose}

[Timer]
{lines}AccuracySec=1s
Persistent=true
RandomizedDelaySec=5

[Install]
WantedBy=timers.target
"""


def units(catalogue):
    """The units by file name, and the user that runs them (sysusers.d(5))."""
    files = {f"{USER}.sysusers": f'u {USER} - "Vestibule" {STATE}\n'}
    files["vestibule-workers.service"] = workers(catalogue)
    files["vestibule-serve.service"] = serve(catalogue)
    files["vestibule-deliver.service"] = deliver(catalogue)
    files["vestibule-backup.service"], files["vestibule-backup.timer"] = backup(), timer_of("backups", BACKUP_TIME)
    files["vestibule-report.service"], files["vestibule-report.timer"] = report(), timer_of("reports", REPORT_TIME)
    for function in catalogue.scheduled:
        files[f"vestibule-{function.name}.service"] = service(function)
        files[f"vestibule-{function.name}.timer"] = timer(function)
    return files
