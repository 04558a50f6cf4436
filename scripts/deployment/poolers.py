# SPDX-License-Identifier: Apache-2.0
"""PgBouncer on each machine with functions: for your own server, and as a sidecar in Kubernetes."""

from .settings import CONFIGURATION, USER
from .systemd import SANDBOX
from .yaml_text import yaml_text

#: The folder of the socket. Users who can enter it can use the pooler, so no password is needed there.
SOCKETS = "/run/vestibule-pgbouncer"
PORT = 6432
#: What functions behind the pooler have as DATABASE_URL. It contains no secret.
URL = f"postgres://{USER}@/{USER}?host={SOCKETS}&port={PORT}"


def configuration(folder):
    """pgbouncer.ini(5). `folder` contains the file with the password for the server."""
    return f"""\
; PgBouncer for the functions of this machine, which connect over a Unix socket:
;   DATABASE_URL={URL}
[databases]
; The server, or an address that always leads to the primary: PgBouncer does not look for it among several hosts.
{USER} = host=db.example.com port=5432 dbname={USER}

[pgbouncer]
; No TCP. The port is part of the socket's name.
listen_addr =
listen_port = {PORT}
unix_socket_dir = {SOCKETS}
unix_socket_mode = 0700
auth_type = trust
; A line: "{USER}" "the password of the role"
auth_file = {folder}/pgbouncer-users

; Functions keep nothing in the session, so that a server connection is needed only during a transaction.
pool_mode = transaction
; For each machine. All machines together must stay below max_connections of the server.
default_pool_size = 8
min_pool_size = 2
max_client_conn = 1000
server_idle_timeout = 300

; A server that was away is tried again after a second. The default, 15 seconds, would be longer than the deadline of functions.
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 60
; A server that vanished without closing its connections is noticed in ten seconds, and a changed address in five.
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 10000
dns_max_ttl = 5
dns_nxdomain_ttl = 1

server_tls_sslmode = verify-full
server_tls_ca_file = /etc/ssl/certs/ca-certificates.crt

; A function connects for each event.
log_connections = 0
log_disconnections = 0
"""


def service():
    """A unit for systemd. It uses the sandbox of the functions, as their user."""
    return f"""\
[Unit]
Description=Vestibule: PgBouncer
Documentation=man:pgbouncer(5)
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
User={USER}
ExecStart=/usr/sbin/pgbouncer {CONFIGURATION}/pgbouncer.ini
ExecReload=/bin/kill -HUP $MAINPID
KillSignal=SIGINT
TimeoutStopSec=30
Restart=always
RestartSec=1
RuntimeDirectory={SOCKETS.removeprefix("/run/")}
RuntimeDirectoryMode=0700
LimitNOFILE=4096
MemoryMax=128M
TasksMax=16

{SANDBOX}
[Install]
WantedBy=multi-user.target
"""


# MARK: Kubernetes

#: An image of the project's own: PostgreSQL has no official one with PgBouncer.
DOCKERFILE = """\
# docker build -t registry.example.com/vestibule-pgbouncer -f container/pgbouncer.Dockerfile .
FROM debian:12-slim
RUN apt-get update \\
  && apt-get install -y --no-install-recommends ca-certificates pgbouncer \\
  && rm -rf /var/lib/apt/lists/*
USER 65532:65532
ENTRYPOINT ["/usr/sbin/pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]
"""
FOLDER = "/etc/pgbouncer"
SHARED = {"name": "pgbouncer-socket", "mountPath": SOCKETS}


def config_map():
    return yaml_text({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "vestibule-pgbouncer", "labels": {"app.kubernetes.io/name": "vestibule"}},
        "data": {"pgbouncer.ini": configuration(f"{FOLDER}/secret")},
    })


def sidecar():
    """A container that starts before the functions and ends after them (an init container that restarts, Kubernetes 1.29)."""
    return {
        "name": "pgbouncer",
        "image": "registry.example.com/vestibule-pgbouncer:latest",
        "restartPolicy": "Always",
        "startupProbe": {
            "exec": {"command": ["test", "-S", f"{SOCKETS}/.s.PGSQL.{PORT}"]}, "periodSeconds": 1, "failureThreshold": 30,
        },
        "resources": {"requests": {"cpu": "10m", "memory": "32Mi"}, "limits": {"memory": "128Mi"}},
        "securityContext": {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
        },
        "volumeMounts": [
            SHARED, {"name": "pgbouncer", "mountPath": FOLDER, "readOnly": True},
            {"name": "pgbouncer-users", "mountPath": f"{FOLDER}/secret", "readOnly": True}],
    }


def patch():
    """A patch (RFC 6902) of a Deployment whose first container runs functions. Of two variables with a name, the last counts."""
    pod = "/spec/template/spec"
    volumes = [
        {"name": "pgbouncer-socket", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}},
        {"name": "pgbouncer", "configMap": {"name": "vestibule-pgbouncer"}},
        {"name": "pgbouncer-users", "secret": {"secretName": "vestibule-pgbouncer", "defaultMode": 0o440}}]
    added = [
        ("initContainers", [sidecar()]),
        *(("volumes/-", volume) for volume in volumes),
        ("containers/0/volumeMounts/-", SHARED),
        ("containers/0/env/-", {"name": "DATABASE_URL", "value": URL})]
    return yaml_text([{"op": "add", "path": f"{pod}/{place}", "value": value} for place, value in added])


def files():
    """Every file by its name."""
    return {
        "pgbouncer/pgbouncer.ini": configuration(CONFIGURATION),
        "pgbouncer/pgbouncer-users": f'"{USER}" "password"\n',
        "pgbouncer/vestibule-pgbouncer.service": service(),
        "container/pgbouncer.Dockerfile": DOCKERFILE,
        "kubernetes/pgbouncer.yaml": config_map(),
        "kubernetes/pgbouncer-patch.yaml": patch(),
    }
