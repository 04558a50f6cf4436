# SPDX-License-Identifier: Apache-2.0
"""systemd services and timers for the schedules, and a service for FastCGI."""

from . import webservers
from .cron import Schedule
from .settings import BACKUPS, CONFIGURATION, PREFIX, SOCKETS, STATE, USER

#: When the timers of one server run (systemd.time(7)): a backup in the night, and a report whose period is three times as long.
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


def service(function):
    return f"""\
[Unit]
Description=Vestibule: {function.entry["summary"].rstrip(".")}
After=network-online.target
Wants=network-online.target

[Service]
Type=oneshot
User={USER}
ExecStart={PREFIX}/bin/{function.name}
StandardInput=data
StandardInputText={{}}
EnvironmentFile={CONFIGURATION}/env
Environment=DEADLINE_SECONDS={function.deadline}
TimeoutStartSec={function.timeout}
StateDirectory=vestibule
StateDirectoryMode=0700
WorkingDirectory={STATE}
MemoryMax={2 * function.entry["memoryMB"]}M
TasksMax=64

{SANDBOX}"""


def workers(catalogue):
    """The service of `vestibule workers`, with the same sandbox."""
    return f"""\
[Unit]
Description=Vestibule: processes for a web server (FastCGI)
After=network-online.target
Wants=network-online.target

[Service]
User={USER}
ExecStart={PREFIX}/bin/vestibule workers --grace {webservers.grace(catalogue)} {PREFIX}/public {SOCKETS}
EnvironmentFile={CONFIGURATION}/env
Restart=on-failure
TimeoutStopSec={webservers.grace(catalogue) + 3}
RuntimeDirectory={SOCKETS.removeprefix("/run/")}
StateDirectory=vestibule
StateDirectoryMode=0700
WorkingDirectory={STATE}

{SANDBOX}
[Install]
WantedBy=multi-user.target
"""


def serve(catalogue):
    """The service of `vestibule serve`, with the same sandbox. SIGHUP makes it read the policy again."""
    return f"""\
[Unit]
Description=Vestibule: HTTP, schedules and mails
After=network-online.target
Wants=network-online.target

[Service]
User={USER}
ExecStart={PREFIX}/bin/vestibule serve --data {STATE} --grace {webservers.grace(catalogue)}
ExecReload=/bin/kill -HUP $MAINPID
EnvironmentFile={CONFIGURATION}/env
Restart=on-failure
TimeoutStopSec={webservers.grace(catalogue) + 3}
KillMode=mixed
LimitNOFILE=16384
StateDirectory=vestibule
StateDirectoryMode=0700
WorkingDirectory={STATE}

{SANDBOX}
[Install]
WantedBy=multi-user.target
"""


def deliver():
    """The service that sends mails as soon as they are due, for web servers that start functions themselves (CGI)."""
    return f"""\
[Unit]
Description=Vestibule: sends mails as soon as they are due
After=network-online.target
Wants=network-online.target

[Service]
User={USER}
ExecStart={PREFIX}/bin/vestibule deliver --watch
EnvironmentFile={CONFIGURATION}/env
Restart=always
RestartSec=1
StateDirectory=vestibule
StateDirectoryMode=0700
WorkingDirectory={STATE}

{SANDBOX}
[Install]
WantedBy=multi-user.target
"""


def backup():
    """The service that copies the database. Only this folder, besides the database's, can be written."""
    return f"""\
[Unit]
Description=Vestibule: a backup of the database

[Service]
Type=oneshot
User={USER}
ExecStart={PREFIX}/server/backup.sh {BACKUPS}
EnvironmentFile={CONFIGURATION}/env
TimeoutStartSec=1h
StateDirectory=vestibule
StateDirectoryMode=0700
ReadWritePaths={BACKUPS}
WorkingDirectory={STATE}

{SANDBOX}"""


def report():
    """The service that writes the numbers for Prometheus. It fails if a number is out of bounds."""
    return f"""\
[Unit]
Description=Vestibule: the report, which fails if a number is out of bounds

[Service]
Type=oneshot
User={USER}
ExecStart={PREFIX}/bin/vestibule report --since {REPORT_PERIOD} --prometheus {REPORTS}/vestibule.prom
StandardOutput=null
EnvironmentFile={CONFIGURATION}/env
TimeoutStartSec=1min
StateDirectory=vestibule
StateDirectoryMode=0700
RuntimeDirectory={REPORTS.removeprefix("/run/")}
RuntimeDirectoryPreserve=yes
WorkingDirectory={STATE}

{SANDBOX.replace("UMask=0077", "UMask=0022")}"""


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
    files["vestibule-deliver.service"] = deliver()
    files["vestibule-backup.service"], files["vestibule-backup.timer"] = backup(), timer_of("backups", BACKUP_TIME)
    files["vestibule-report.service"], files["vestibule-report.timer"] = report(), timer_of("reports", REPORT_TIME)
    for function in catalogue.scheduled:
        files[f"vestibule-{function.name}.service"] = service(function)
        files[f"vestibule-{function.name}.timer"] = timer(function)
    return files
