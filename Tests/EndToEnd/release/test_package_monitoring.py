# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: the dashboard for Grafana and the alert rules for Prometheus."""

import json
import re
import shutil
import subprocess

import jsonschema
import pytest
import yaml
from deployment import monitoring
from operators import numbers
from people import granted, policy, sign_in, sign_up
from prometheus_client.parser import text_string_to_metric_families

FILES = monitoring.files()
#: What Grafana needs of a dashboard that is imported (its kind `dashboard`, schema 39).
DASHBOARD = {
    "type": "object", "required": ["uid", "title", "schemaVersion", "panels", "time", "templating"],
    "properties": {
        "uid": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,40}$"}, "title": {"type": "string", "minLength": 1},
        "schemaVersion": {"const": 39},
        "time": {"type": "object", "required": ["from", "to"]},
        "templating": {"type": "object", "properties": {"list": {"type": "array", "items": {
            "type": "object", "required": ["name", "type", "query"]}}}},
        "panels": {"type": "array", "minItems": 1, "items": {
            "type": "object", "required": ["id", "type", "title", "gridPos", "datasource", "targets", "fieldConfig", "options"],
            "properties": {
                "id": {"type": "integer", "minimum": 1}, "type": {"enum": ["stat", "timeseries", "bargauge"]},
                "gridPos": {"type": "object", "required": ["x", "y", "w", "h"], "properties": {
                    "x": {"type": "integer", "minimum": 0, "maximum": 23}, "w": {"type": "integer", "minimum": 1, "maximum": 24}}},
                "datasource": {"type": "object", "required": ["type", "uid"]},
                "targets": {"type": "array", "minItems": 1, "items": {
                    "type": "object", "required": ["refId", "expr"], "properties": {
                        "refId": {"type": "string", "pattern": "^[A-Z]$"}, "expr": {"type": "string", "minLength": 1}}}},
                "fieldConfig": {"type": "object", "required": ["defaults", "overrides"]}}}}}}


@pytest.fixture(scope="module")
def dashboard():
    return json.loads(FILES["monitoring/grafana.json"])


@pytest.fixture(scope="module")
def rules():
    return [rule for group in yaml.safe_load(FILES["monitoring/alerts.yml"])["groups"] for rule in group["rules"]]


def expressions(dashboard, rules):
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]] + [rule["expr"] for rule in rules]


def test_grafana_can_load_the_dashboard(dashboard):
    jsonschema.validate(dashboard, DASHBOARD)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    for one in dashboard["panels"]:
        assert one["gridPos"]["x"] + one["gridPos"]["w"] <= 24
        for other in dashboard["panels"]:
            a, b = one["gridPos"], other["gridPos"]
            apart = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"] or a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
            assert one is other or apart, (one["title"], other["title"])


def test_the_dashboard_and_the_rules_use_only_what_the_report_writes(world, dashboard, rules):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    world.invite(token)
    granted(sign_up(world))
    granted(world.run("sign-out", {}, granted(sign_in(world))["session"]["accessToken"]))
    numbers(world, "--prometheus", "vestibule.prom")
    families = {family.name: family for family in text_string_to_metric_families((world.folder / "vestibule.prom").read_text())}
    for expression in expressions(dashboard, rules):
        metrics = re.findall(r"vestibule_\w+", expression)
        assert metrics and set(metrics) <= set(families), expression
        for metric, labels in re.findall(r"(vestibule_\w+)\{([^}]*)\}", expression):
            known = {name for sample in families[metric].samples for name in sample.labels}
            assert set(re.findall(r"(\w+)=~?\"", labels)) <= known, expression
    events = {sample.labels["event"] for sample in families["vestibule_security_events"].samples}
    assert set(re.findall(r'event="(\w+)"', " ".join(expressions(dashboard, rules)))) <= events
    steps = {sample.labels["step"] for sample in families["vestibule_invitation_funnel"].samples}
    assert set(monitoring.STEPS) <= steps


def test_the_thresholds_are_those_that_operators_are_promised(rules):
    known = {rule["alert"]: rule["expr"] for rule in rules}
    assert "> 0.05" in known["VestibuleSignInsRefused"] and "> 3000" in known["VestibuleSignInsSlow"]
    assert '"underage"' in known["VestibuleUnderage"] and '"newCountry"' in known["VestibuleNewCountries"]
    for rule in rules:
        assert rule["labels"]["severity"] in ("warning", "critical") and rule["annotations"]["summary"]


#: What a report says, and the alerts that Prometheus raises then.
CASES = {
    "quiet": ('vestibule_sign_ins{provider="google",outcome="succeeded"} 100', set()),
    "few attempts": ('vestibule_sign_ins{provider="google",outcome="refused"} 9', set()),
    "refused sign-ins": ('vestibule_sign_ins{provider="google",outcome="succeeded"} 94\n'
                         'vestibule_sign_ins{provider="google",outcome="refused"} 6', {"VestibuleSignInsRefused"}),
    "refused sign-ups": ('vestibule_sign_ups{provider="password",outcome="refused"} 30', {"VestibuleSignInsRefused"}),
    "slow": ('vestibule_event_milliseconds{function="sign-in",quantile="0.95"} 3001', {"VestibuleSignInsSlow"}),
    "slow elsewhere": ('vestibule_event_milliseconds{function="list-clients",quantile="0.95"} 9000', set()),
    "too young": ('vestibule_security_events{event="underage"} 1', {"VestibuleUnderage"}),
    "new countries": ('vestibule_sign_ins{provider="google",outcome="succeeded"} 100\nvestibule_security_events{event="newCountry"} 6',
                      {"VestibuleNewCountries"}),
    "usual countries": ('vestibule_sign_ins{provider="google",outcome="succeeded"} 200\nvestibule_security_events{event="newCountry"} 6', set()),
}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is in Debian's package prometheus")
def test_prometheus_raises_the_alerts(tmp_path):
    (tmp_path / "alerts.yml").write_text(FILES["monitoring/alerts.yml"])
    subprocess.run(["promtool", "check", "rules", tmp_path / "alerts.yml"], check=True, capture_output=True)
    names = [rule["alert"] for rule in yaml.safe_load(FILES["monitoring/alerts.yml"])["groups"][0]["rules"]]
    tests = []
    for title, (text, raised) in CASES.items():
        series = [{"series": line.rsplit(" ", 1)[0], "values": f"{line.rsplit(' ', 1)[1]}x40"} for line in text.splitlines()]
        # A report has just run, at each minute.
        series.append({"series": "vestibule_report_timestamp_seconds", "values": "0+60x40"})
        tests.append({
            "name": title, "interval": "1m", "input_series": series,
            "alert_rule_test": [{"eval_time": "30m", "alertname": name, "exp_alerts": [None] if name in raised else []} for name in names]})
    summaries = {rule["alert"]: rule for rule in yaml.safe_load(FILES["monitoring/alerts.yml"])["groups"][0]["rules"]}
    for test in tests:
        for alert in test["alert_rule_test"]:
            rule = summaries[alert["alertname"]]
            alert["exp_alerts"] = [{"exp_labels": rule["labels"], "exp_annotations": rule["annotations"]} for _ in alert["exp_alerts"]]
    (tmp_path / "tests.yml").write_text(yaml.safe_dump({"rule_files": ["alerts.yml"], "tests": tests}))
    done = subprocess.run(["promtool", "test", "rules", tmp_path / "tests.yml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
