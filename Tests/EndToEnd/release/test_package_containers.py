# SPDX-License-Identifier: Apache-2.0
"""The deployment files for containers: OpenFaaS, images and Kubernetes."""

import json
import re
import subprocess

import pytest
import yaml
from deployment import containers, libraries
from deployment_files import read
from packages import tool
from runners import CATALOGUE, Watchdog
from worlds import BIN, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]

#: The variables of deliver-mail, without the one that the image sets.
DELIVERY = set(CATALOGUE.entries["deliver-mail"]["variables"]) - {"TEMPLATES_DIR"}


def test_the_openfaas_stack_starts_functions_like_its_watchdogs(made, world):
    stack = read(made / "openfaas/stack.yml")
    assert stack["provider"]["name"] == "openfaas" and "deliver-mail" not in stack["functions"]
    function = stack["functions"]["preview-invitation"]
    assert function["environment"]["fprocess"] == "/opt/vestibule/bin/preview-invitation"
    assert set(function["secrets"]) == {"vestibule-database-url", "vestibule-secret-key"}
    assert all(isinstance(value, str) for it in stack["functions"].values() for value in it["environment"].values())
    own = {"DEADLINE_SECONDS": function["environment"]["DEADLINE_SECONDS"], "TRUSTED_PROXIES": function["environment"]["TRUSTED_PROXIES"]}
    assert Watchdog(world, **own).run("preview-invitation", {"code": "A"})["error"]["code"] == "invitation/not-found"


def test_the_openfaas_stack_says_what_its_watchdog_needs(made):
    functions = read(made / "openfaas/stack.yml")["functions"]
    assert {name: it["environment"]["content_type"].split(";")[0] for name, it in functions.items()} == {
        name: "text/html" if CATALOGUE.entries.get(name, {}).get("produces") == "text/html" else "application/json" for name in functions}
    assert all(it["environment"]["max_inflight"] == "64" for it in functions.values() if it["limits"]["memory"] == "256Mi")
    # The classic watchdog logs stderr, and reports a process that was killed.
    assert "ARG WATCHDOG=classic\n" in (made / "container/Dockerfile").read_text()


def test_the_openfaas_stack_of_schedules_is_for_the_cron_connector(made, world):
    functions = read(made / "openfaas/stack-schedules.yml")["functions"]
    assert functions["invented-sweep"]["annotations"] == {"topic": "cron-function", "schedule": "5-59/20 1,13 * * 1-5"}
    program, argument = functions["expire-invitations"]["environment"]["fprocess"].split(" ")
    assert program == "/usr/local/bin/on-schedule" and argument == "/opt/vestibule/bin/expire-invitations"
    # The connector sends no body: the image contains the event.
    dockerfile = (made / "container/Dockerfile").read_text()
    script = re.search(r"printf ('.+?') > /usr/local/bin/on-schedule", dockerfile)[1]
    file = world.folder / "on-schedule"
    file.write_bytes(subprocess.run(["sh", "-c", f"printf {script}"], capture_output=True).stdout)
    environment = {**world.env, "RUNNER": functions["expire-invitations"]["environment"]["RUNNER"]}
    answer = subprocess.run(["sh", file, BIN / "expire-invitations"], env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    assert json.loads(answer.stdout) == {"expired": 0, "reminded": 0, "more": False}


def test_the_image_contains_the_bundle_and_its_libraries(made, bundle):
    dockerfile = (made / "container/Dockerfile").read_text()
    assert f"COPY {bundle.name}/ /opt/vestibule/" in dockerfile and "USER 65532" in dockerfile
    assert "--no-install-recommends ca-certificates \\\n" in dockerfile


def test_the_image_for_http_has_every_library_that_is_loaded_at_run_time():
    sources = "".join(path.read_text() for path in (ROOT / "Sources/Bindings").glob("C*/*.c"))
    assert set(re.findall(r'clibrary_open\("([^"]+)"', sources)) == set(libraries.LOADED)
    assert all(name in containers.COLLECT for name in libraries.LOADED)


def test_processes_have_time_to_end(made):
    """Each limit is longer than what it contains: a request, the web server, `vestibule workers`, the pod."""
    documents = yaml.safe_load_all((made / "kubernetes/server.yaml").read_text())
    [pod] = [document["spec"]["template"]["spec"] for document in documents if document["kind"] == "Deployment"]
    [deadline] = [int(it["value"]) for it in pod["containers"][0]["env"] if it["name"] == "DEADLINE_SECONDS"]
    [drain] = re.findall(r'graceful-shutdown-timeout" => (\d+)', (made / "container/http/lighttpd.conf").read_text())
    [grace] = re.findall(r"--grace (\d+)", (made / "container/http/serve").read_text())
    [_, wait] = pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
    assert deadline < int(drain) < int(grace) < pod["terminationGracePeriodSeconds"] - int(wait)


def test_the_kubernetes_cron_jobs_are_valid(made):
    assert "passed for resource cronjob/vestibule-invented-sweep" in tool("kubernetes-validate", "--strict", str(made / "kubernetes/cronjobs.yaml"))
    for job in yaml.safe_load_all((made / "kubernetes/cronjobs.yaml").read_text()):
        assert job["spec"]["concurrencyPolicy"] == "Forbid"
        [container] = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"]


SERVER_KINDS = ["deployment", "service", "ingress", "horizontalpodautoscaler", "poddisruptionbudget"]


def test_the_kubernetes_server_is_valid(made):
    told = tool("kubernetes-validate", "--strict", str(made / "kubernetes/server.yaml"))
    assert all(f"passed for resource {kind}/vestibule-http" in told for kind in SERVER_KINDS), told
    documents = {it["kind"]: it for it in yaml.safe_load_all((made / "kubernetes/server.yaml").read_text())}
    assert documents.keys() == {"Deployment", "Service", "Ingress", "HorizontalPodAutoscaler", "PodDisruptionBudget"}
    template = documents["Deployment"]["spec"]["template"]
    for kind in ("Service", "PodDisruptionBudget"):
        selector = documents[kind]["spec"]["selector"]
        assert selector.get("matchLabels", selector) == template["metadata"]["labels"]
    [container] = template["spec"]["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"] and container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert {"DATABASE_URL", "SECRET_KEY", "TRUSTED_PROXIES", "HASHING_PROCESSES"} <= {it["name"] for it in container["env"]}
    # `vestibule workers` runs deliver-mail too.
    assert DELIVERY <= {it["name"] for it in container["env"]}
    # The schedules are CronJobs, without a route.
    assert "deliver-mail" not in (made / "container/http/lighttpd.conf").read_text()


def test_the_knative_service_is_valid(made, tmp_path):
    service = read(made / "knative/service.yaml")
    assert (service["apiVersion"], service["kind"]) == ("serving.knative.dev/v1", "Service")
    pod = service["spec"]["template"]["spec"]
    served = {it["name"] for it in pod["containers"][0]["env"]}
    assert DELIVERY <= served
    assert pod.pop("containerConcurrency") > 0 and pod.pop("timeoutSeconds") > 0
    # The rest is a PodSpec of Kubernetes. Knative adds the port to the probe.
    pod["containers"][0]["readinessProbe"]["httpGet"]["port"] = 8080
    labels = service["metadata"]["labels"]
    template = {"metadata": {"labels": labels}, "spec": pod}
    document = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "x"}, "spec": {"selector": {"matchLabels": labels}, "template": template}}
    (tmp_path / "pod.yaml").write_text(yaml.safe_dump(document))
    tool("kubernetes-validate", "--strict", str(tmp_path / "pod.yaml"))


# MARK: Secrets


def test_secrets_are_read_from_the_secret_and_not_shown(made):
    kinds = {}
    for file in ("kubernetes/server.yaml", "kubernetes/cronjobs.yaml", "knative/service.yaml"):
        for name, kind in re.findall(r'name: (\w+)\n\s+valueFrom:\n\s+(\w+)KeyRef', (made / file).read_text()):
            kinds.setdefault(kind, set()).add(name)
    assert not kinds["secret"] & kinds["configMap"]
    assert {"MAIL_OAUTH", "FCM_SERVICE_ACCOUNT", "CLIENT_SECRETS", "DATABASE_URL", "INVENTED_TOKEN", "SECRET_KEY_PREVIOUS"} <= kinds["secret"]
    assert {"PUBLIC_URL", "SES_TOPIC_ARN", "TRUSTED_PROXIES"} <= kinds["configMap"]
    parameters = read(made / "lambda/template.yaml")["Parameters"]
    assert all(parameters[name].get("NoEcho") for name in ("MailOauth", "FcmServiceAccount", "ClientSecrets"))
    assert "NoEcho" not in parameters["PublicUrl"]
    assert "#CLIENT_SECRETS_FILE=" in (made / "env").read_text()


def test_a_variable_that_is_not_classified_is_an_error():
    with pytest.raises(LookupError, match="NEW_VARIABLE"):
        CATALOGUE.is_secret("NEW_VARIABLE")
