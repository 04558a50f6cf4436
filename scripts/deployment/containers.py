# SPDX-License-Identifier: Apache-2.0
"""The container image of the bundle, the functions of OpenFaaS, and the CronJobs of Kubernetes."""

from .settings import PREFIX, is_secret
from .yaml_text import documents, yaml_text

#: A user id that no user of the host has.
USER_ID = 65532

#: A script that starts a function with the event `{}`: the cron connector sends no event, and watchdogs cannot parse quotes.
ON_SCHEDULE = "/usr/local/bin/on-schedule"


def dockerfile(bundle, packages):
    """One image for all platforms, with these Debian packages. The target `openfaas` adds a watchdog."""
    return f"""\
# docker build -t vestibule .                                             for Kubernetes; for AWS Lambda, set an entry point
# docker build -t vestibule --target openfaas --build-arg WATCHDOG=of .   for OpenFaaS; WATCHDOG is of or classic
ARG WATCHDOG=of
FROM ghcr.io/openfaas/of-watchdog:0.9.12 AS of
FROM ghcr.io/openfaas/classic-watchdog:0.2.1 AS classic
FROM ${{WATCHDOG}} AS watchdog

FROM debian:12-slim AS bundle
RUN apt-get update \\
  && apt-get install -y --no-install-recommends {' '.join(packages)} \\
  && rm -rf /var/lib/apt/lists/* \\
  && printf '#!/bin/sh\\necho "{{}}" | "$@"\\n' > {ON_SCHEDULE} \\
  && chmod 755 {ON_SCHEDULE}
COPY {bundle}/ {PREFIX}/
USER {USER_ID}:{USER_ID}
WORKDIR /tmp

FROM bundle AS openfaas
COPY --from=watchdog /fwatchdog /usr/bin/fwatchdog
HEALTHCHECK CMD [ -e /tmp/.lock ]
ENTRYPOINT ["/usr/bin/fwatchdog"]

FROM bundle
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
            # Variables of both watchdogs. Each ignores those of the other.
            "mode": "serializing", "combine_output": "false",
            "fprocess": f"{ON_SCHEDULE} {process}" if function.cron else process,
            "read_timeout": f"{function.timeout}s", "write_timeout": f"{function.timeout + 1}s",
            "exec_timeout": f"{function.timeout}s", "DEADLINE_SECONDS": str(function.deadline),
            **({"RUNNER": "stdin"} if function.cron else {"TRUSTED_PROXIES": "10.0.0.0/8"}),
            **environment(function, "/var/openfaas/secrets"),
        },
        "secrets": secrets(function),
        "readonly_root_filesystem": True,
        "limits": {"memory": f"{2 * function.entry['memoryMB']}Mi"},
        **({"annotations": schedule} if schedule else {}),
    }


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


# MARK: Kubernetes


def cron_jobs(catalogue):
    return documents([cron_job(function) for function in catalogue.scheduled])


def cron_job(function):
    labels = {"app.kubernetes.io/name": "vestibule", "app.kubernetes.io/component": function.name}
    return {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": {"name": f"vestibule-{function.name}", "labels": labels},
        "spec": {
            "schedule": function.cron,
            "timeZone": "Etc/UTC",
            # A run that is skipped loses nothing: the next one finds the remaining work.
            "concurrencyPolicy": "Forbid",
            "startingDeadlineSeconds": function.timeout,
            "successfulJobsHistoryLimit": 1,
            "failedJobsHistoryLimit": 3,
            "jobTemplate": {
                "spec": {
                    "activeDeadlineSeconds": 2 * function.timeout,
                    "backoffLimit": 0,
                    "template": {"metadata": {"labels": labels}, "spec": pod(function)},
                },
            },
        },
    }


def pod(function):
    variables = [name for name in function.entry["variables"] if name not in ("TEMPLATES_DIR", "DEADLINE_SECONDS")]
    return {
        "restartPolicy": "Never",
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "securityContext": {
            "runAsNonRoot": True, "runAsUser": USER_ID, "runAsGroup": USER_ID, "fsGroup": USER_ID,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        "containers": [{
            "name": function.name,
            "image": "registry.example.com/vestibule:latest",
            "command": [ON_SCHEDULE, f"{PREFIX}/bin/{function.name}"],
            "env": [{"name": "DEADLINE_SECONDS", "value": str(function.deadline)}, *map(kubernetes_variable, variables)],
            "resources": {
                "requests": {"cpu": "10m", "memory": f"{function.entry['memoryMB']}Mi"},
                "limits": {"memory": f"{2 * function.entry['memoryMB']}Mi"},
            },
            "securityContext": {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
            },
            "volumeMounts": [{"name": "configuration", "mountPath": "/etc/vestibule", "readOnly": True}],
        }],
        "volumes": [{"name": "configuration", "configMap": {"name": "vestibule-files", "optional": True}}],
    }


def kubernetes_variable(name):
    """A variable from the Secret `vestibule` or the ConfigMap `vestibule`; optional."""
    source = "secretKeyRef" if is_secret(name) else "configMapKeyRef"
    return {"name": name, "valueFrom": {source: {"name": "vestibule", "key": name, "optional": True}}}
