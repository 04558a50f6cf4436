# SPDX-License-Identifier: Apache-2.0
"""The container images of the bundle, and the functions of OpenFaaS."""

from . import libraries, webservers
from .settings import PREFIX
from .yaml_text import yaml_text

#: A user id that no user of the host has.
USER_ID = 65532

#: A script that starts a function with the event `{}`: the cron connector sends no event, and watchdogs cannot parse
#: quotes.
ON_SCHEDULE = "/usr/local/bin/on-schedule"


#: The files of the target `http`, in this folder next to the Dockerfile.
HTTP_FOLDER = "/etc/vestibule-http"
SOCKETS = "/tmp/vestibule"


def dockerfile(bundle, packages):
    """One image for all platforms, with these Debian packages. Other targets add a watchdog or a web server."""
    return f"""\
# docker build -t vestibule .                       for Kubernetes' schedules; for AWS Lambda, set an entry point
# docker build -t vestibule-http --target http .    for platforms that send HTTP requests to $PORT
# docker build -t vestibule --target openfaas .     for OpenFaaS; --build-arg WATCHDOG=of for of-watchdog
ARG WATCHDOG=classic
FROM ghcr.io/openfaas/of-watchdog:0.9.12 AS of
FROM ghcr.io/openfaas/classic-watchdog:0.2.1 AS classic
FROM ${{WATCHDOG}} AS watchdog

FROM debian:12-slim AS bundle
RUN apt-get update \\
  && apt-get install -y --no-install-recommends {' '.join(packages)} \\
  && rm -rf /var/lib/apt/lists/* \\
  && printf '#!/bin/sh\\nexec "$@" <<.\\n{{}}\\n.\\n' > {ON_SCHEDULE} \\
  && chmod 755 {ON_SCHEDULE}
COPY {bundle}/ {PREFIX}/
USER {USER_ID}:{USER_ID}
WORKDIR /tmp

FROM bundle AS openfaas
COPY --from=watchdog /fwatchdog /usr/bin/fwatchdog
HEALTHCHECK CMD [ -e /tmp/.lock ]
ENTRYPOINT ["/usr/bin/fwatchdog"]

# Only the files that lighttpd and the bundle need.
FROM bundle AS files
USER 0:0
RUN apt-get update && apt-get install -y --no-install-recommends busybox-static lighttpd
COPY container/http/ {HTTP_FOLDER}/
RUN sh {HTTP_FOLDER}/collect /files

FROM scratch AS http
COPY --from=files /files/ /
USER {USER_ID}:{USER_ID}
WORKDIR /tmp
ENV PORT=8080 WORKERS=4 WORKERS_TOTAL=32
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/bin/sh", "{HTTP_FOLDER}/serve"]

FROM bundle
"""


# MARK: The image with a web server


def http_files(catalogue):
    """The files of the target `http` by their names."""
    return {
        "lighttpd.conf": webservers.lighttpd(
            catalogue, webservers.Site(SOCKETS, PREFIX, sockets=SOCKETS, listen="0.0.0.0:env.PORT"), uploads="/tmp", errors=">&9"),
        "serve": serve(catalogue),
        "collect": COLLECT,
    }


def serve(catalogue):
    return f"""\
#!/bin/sh
# Serves the functions with a route on $PORT. /healthz answers while the web server runs, /readyz if functions can work.
# At most $WORKERS processes run for each function, and $WORKERS_TOTAL for all. All variables of the functions are those
# of this process.
mkdir -p {SOCKETS} || exit 73
# Functions create the schema too, but no request comes before /readyz is 200. Until then, each new reason is logged
# once.
prepare() {{
  until {PREFIX}/bin/vestibule ready > /dev/null 2>&1; do
    reason=$({PREFIX}/bin/vestibule migrate 2>&1 > /dev/null) && break
    if [ "$reason" != "$logged" ]; then echo "$reason" >&2; fi
    logged=$reason
    sleep 2
  done
}}
prepare &
# lighttpd writes errors to descriptor 9.
exec 9>&2
exec {PREFIX}/bin/vestibule workers --processes "$WORKERS" --total "$WORKERS_TOTAL" --grace {webservers.grace(catalogue)} \\
  {PREFIX}/public {SOCKETS} -- /usr/sbin/lighttpd -D -f {HTTP_FOLDER}/lighttpd.conf
"""


COLLECT = f"""\
#!/bin/sh
# Copies into a folder what the image contains: the web server, the bundle, the libraries that they load, certificates,
# and a shell.
set -eu
files=$1
copy() {{ for file; do mkdir -p "$files${{file%/*}}" && cp -L "$file" "$files$file"; done; }}
mkdir -p "$files/bin" "$files/etc" "$files/opt" "$files/usr/local/bin" "$files/tmp" && chmod 1777 "$files/tmp"
programs=/usr/sbin/lighttpd
# Some modules are part of the program in some versions.
for module in rewrite setenv fastcgi; do
  file=/usr/lib/lighttpd/mod_$module.so
  if [ -e $file ]; then programs="$programs $file"; fi
done
copy $programs /etc/ssl/certs/ca-certificates.crt {ON_SCHEDULE}
cp -r {PREFIX} "$files/opt/" && cp -r {HTTP_FOLDER} "$files/etc/"
copy $(ldd $programs {PREFIX}/bin/vestibule {PREFIX}/lib/*.so | grep -o '/[^ :]*[.]so[^ :]*' | grep -v -e ^{PREFIX} -e ^/usr/lib/lighttpd | sort -u)
# Without libraries of its own the bundle loads the system's.
if [ ! -e {PREFIX}/lib/{libraries.NETWORK_LIBRARY} ]; then
  for name in {' '.join(libraries.LOADED)}; do
    file=$(ldconfig -p | grep -o "/[^ ]*/$name$" | head -1)
    copy "$file" $(ldd "$file" | grep -o '/[^ :]*[.]so[^ :]*')
  done
fi
# Threads that end load it at run time.
copy $(find /lib /usr/lib -name libgcc_s.so.1 | head -1)
cp /bin/busybox "$files/bin/busybox"
for name in cat ls mkdir ps sh sleep; do ln -s busybox "$files/bin/$name"; done
echo 'vestibule:x:{USER_ID}:{USER_ID}::/tmp:/bin/sh' > "$files/etc/passwd"
echo 'vestibule:x:{USER_ID}:' > "$files/etc/group"
echo 'hosts: files dns' > "$files/etc/nsswitch.conf"
"""


# MARK: OpenFaaS


def openfaas(catalogue):
    """stack.yml: the executable of each function with a route, in one image."""
    return yaml_text(stack(catalogue.served))


def openfaas_schedules(catalogue):
    """For the cron connector. It calls routes of the gateway, which must be closed to all other callers."""
    return yaml_text(stack(catalogue.scheduled))


def stack(functions):
    return {
        "version": 1.0,
        "provider": {"name": "openfaas", "gateway": "http://127.0.0.1:8080"},
        "functions": {function.name: openfaas_function(function) for function in functions},
    }


def openfaas_function(function):
    process = f"{PREFIX}/bin/{function.name}"
    schedule = {"topic": "cron-function", "schedule": function.cron} if function.cron else {}
    return {
        "image": "registry.example.com/vestibule:latest",
        "skip_build": True,
        "environment": {
            # Variables of both watchdogs. Each ignores those of the other. The classic one logs what functions write to
            # stderr, and answers 500 for a process that was killed.
            "mode": "serializing", "combine_output": "false",
            "content_type": "text/html; charset=utf-8" if function.is_page else "application/json; charset=utf-8",
            "max_inflight": str(memory(function) // MEMORY_OF_PROCESS),
            "fprocess": f"{ON_SCHEDULE} {process}" if function.cron else process,
            "read_timeout": f"{function.timeout}s", "write_timeout": f"{function.timeout + 1}s",
            "exec_timeout": f"{function.timeout}s", "DEADLINE_SECONDS": str(function.deadline),
            **({"RUNNER": "stdin"} if function.cron else {"TRUSTED_PROXIES": "10.0.0.0/8"}),
            **environment(function, "/var/openfaas/secrets"),
        },
        "secrets": secrets(function),
        "readonly_root_filesystem": True,
        "limits": {"memory": f"{memory(function)}Mi"},
        **({"annotations": schedule} if schedule else {}),
    }


#: The memory of a process that does not hash a password, in MiB, with room for the watchdog and for those that do.
MEMORY_OF_PROCESS = 4


def memory(function):
    """The memory of a container in MiB."""
    return 2 * function.entry["memoryMB"]


#: Example values for every function. The operator adds all other variables.
SAID = {"MAIL_FROM": "PFA <hello@example.com>", "PUBLIC_URL": "https://pfa.example.com"}
KEPT = ("DATABASE_URL", "SECRET_KEY", "MAIL_URL")


def environment(function, folder):
    """The variables of a function. Secrets are files in a folder."""
    known = function.entry["variables"]
    files = {f"{name}_FILE": f"{folder}/{secret_name(name)}" for name in KEPT if name in known}
    return {**files, **{name: value for name, value in SAID.items() if name in known}}


def secrets(function):
    return [secret_name(name) for name in KEPT if name in function.entry["variables"]]


def secret_name(variable):
    return "vestibule-" + variable.lower().replace("_", "-")
