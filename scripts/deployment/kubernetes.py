# SPDX-License-Identifier: Apache-2.0
"""Kubernetes: CronJobs for the schedules, and a Deployment for the image with a web server; Knative: a service."""

from . import webservers
from .containers import ON_SCHEDULE, USER_ID
from .settings import OF_PROCESSES, OF_PROXIES, OF_WORKERS, PREFIX
from .yaml_text import documents, yaml_text

#: Variables that the image or the manifest sets.
OF_THE_IMAGE = ("TEMPLATES_DIR", "DEADLINE_SECONDS")

POD = {
    "automountServiceAccountToken": False,
    "enableServiceLinks": False,
    "securityContext": {
        "runAsNonRoot": True, "runAsUser": USER_ID, "runAsGroup": USER_ID, "fsGroup": USER_ID,
        "seccompProfile": {"type": "RuntimeDefault"},
    },
}
CONTAINER = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}

#: The policy and other files of the operator.
FILES = {"name": "configuration", "configMap": {"name": "vestibule-files", "optional": True}}
FILES_MOUNT = {"name": "configuration", "mountPath": "/etc/vestibule", "readOnly": True}

# MARK: Schedules


def cron_jobs(catalogue):
    return documents([cron_job(function, catalogue) for function in catalogue.scheduled])


def cron_job(function, catalogue):
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
                    "template": {"metadata": {"labels": labels}, "spec": pod(function, catalogue)},
                },
            },
        },
    }


def pod(function, catalogue):
    variables = [name for name in function.entry["variables"] if name not in OF_THE_IMAGE]
    return {
        "restartPolicy": "Never",
        # A function that sends mail ends the attempts that have begun.
        "terminationGracePeriodSeconds": function.timeout,
        **POD,
        "containers": [{
            "name": function.name,
            "image": "registry.example.com/vestibule:latest",
            "command": [ON_SCHEDULE, f"{PREFIX}/bin/{function.name}"],
            "env": [{"name": "DEADLINE_SECONDS", "value": str(function.deadline)}, *kubernetes_variables(variables, catalogue)],
            "resources": {
                "requests": {"cpu": "10m", "memory": f"{function.entry['memoryMB']}Mi"},
                "limits": {"memory": f"{2 * function.entry['memoryMB']}Mi"},
            },
            "securityContext": CONTAINER,
            "volumeMounts": [FILES_MOUNT],
        }],
        "volumes": [FILES],
    }


def kubernetes_variables(names, catalogue):
    """Variables from the Secret `vestibule` or the ConfigMap `vestibule`; optional."""
    source = lambda name: "secretKeyRef" if catalogue.is_secret(name) else "configMapKeyRef"
    return [{"name": name, "valueFrom": {source(name): {"name": "vestibule", "key": name, "optional": True}}} for name in names]


# MARK: The web server

NAME = "vestibule-http"
LABELS = {"app.kubernetes.io/name": "vestibule", "app.kubernetes.io/component": "http"}
PORT = 8080
#: Seconds in which the load balancers learn that a pod ends, before it does.
DRAIN = 5


def server(catalogue):
    """The documents of a server with two pods or more."""
    return documents([deployment(catalogue), service(), ingress(), autoscaler(), disruption_budget()])


def knative(catalogue):
    """A service of Knative Serving, which scales by requests."""
    container = {
        **server_container(catalogue), "readinessProbe": {"httpGet": {"path": "/readyz"}}, "ports": [{"containerPort": PORT}],
    }
    del container["lifecycle"], container["livenessProbe"]
    pod = {name: value for name, value in POD.items() if name != "securityContext"}
    return yaml_text({
        "apiVersion": "serving.knative.dev/v1",
        "kind": "Service",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {"template": {"spec": {
            **pod, "containerConcurrency": 32, "timeoutSeconds": longest(catalogue) + 5, "containers": [container],
            "volumes": [FILES, SCRATCH],
        }}},
    })


def deployment(catalogue):
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": LABELS},
            "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
            "template": {
                "metadata": {"labels": LABELS},
                "spec": {
                    **POD, "terminationGracePeriodSeconds": termination(catalogue), "containers": [server_container(catalogue)],
                    "volumes": [FILES, SCRATCH],
                },
            },
        },
    }


#: The sockets, and bodies of requests while they arrive.
SCRATCH = {"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "64Mi"}}


def server_container(catalogue):
    # `vestibule workers` also sends what is due in the outbox: webhooks, pushes and Apple's exchanges too.
    functions = [*catalogue.served, catalogue.outbox_sender]
    names = dict.fromkeys(name for function in functions for name in function.entry["variables"])
    variables = [name for name in [*names, "SECRET_KEY_PREVIOUS", *OF_PROXIES, *OF_PROCESSES, *OF_WORKERS] if name not in OF_THE_IMAGE]
    probe = lambda path, **more: {"httpGet": {"path": path, "port": PORT}, "timeoutSeconds": 6, **more}
    return {
        "name": "http",
        "image": "registry.example.com/vestibule-http:latest",
        "ports": [{"containerPort": PORT, "name": "http"}],
        "env": [{"name": "DEADLINE_SECONDS", "value": str(longest(catalogue))}, *kubernetes_variables(variables, catalogue)],
        "livenessProbe": probe("/healthz", periodSeconds=10),
        "readinessProbe": probe("/readyz", periodSeconds=10),
        "lifecycle": {"preStop": {"exec": {"command": ["/bin/sleep", str(DRAIN)]}}},
        "resources": {"requests": {"cpu": "100m", "memory": "192Mi"}, "limits": {"memory": "512Mi"}},
        "securityContext": CONTAINER,
        "volumeMounts": [FILES_MOUNT, {"name": "tmp", "mountPath": "/tmp"}],
    }


def termination(catalogue):
    """The seconds from the end of a pod to SIGKILL: the drain, the grace of `vestibule workers`, and some more."""
    return DRAIN + webservers.grace(catalogue) + 3


def longest(catalogue):
    """The deadline of all functions with a route, in seconds."""
    return max(function.deadline for function in catalogue.served)


def service():
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {"selector": LABELS, "ports": [{"name": "http", "port": 80, "targetPort": "http"}]},
    }


def ingress():
    host = "pfa.example.com"
    backend = {"service": {"name": NAME, "port": {"name": "http"}}}
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {
            "tls": [{"hosts": [host], "secretName": "vestibule-tls"}],
            "rules": [{"host": host, "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]}}],
        },
    }


def autoscaler():
    cpu = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}}}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": NAME},
            "minReplicas": 2, "maxReplicas": 10, "metrics": [cpu],
        },
    }


def disruption_budget():
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": NAME, "labels": LABELS},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": LABELS}},
    }
