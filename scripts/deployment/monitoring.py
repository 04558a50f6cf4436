# SPDX-License-Identifier: Apache-2.0
"""A dashboard for Grafana and alert rules for Prometheus, on the numbers of `vestibule report --prometheus`."""

import json

from .yaml_text import yaml_text

#: The functions of which somebody waits for the answer of a sign-in or sign-up.
ATTEMPTS = "accept-invitation|sign-in|sign-in-with-apple|sign-up"
#: Steps of an invitation, as the report names them.
STEPS = {"sent": "sent", "delivered": "delivered", "opened": "opened", "started": "acceptance started", "accepted": "accepted",
         "signed_in": "signed in"}
#: In a period without sign-ins there are no samples of them: a sum of nothing is nothing, and not zero.
REFUSED = '((sum(vestibule_sign_ins{outcome="refused"}) or vector(0)) + (sum(vestibule_sign_ups{outcome="refused"}) or vector(0)))'
ATTEMPTED = "((sum(vestibule_sign_ins) or vector(0)) + (sum(vestibule_sign_ups) or vector(0)))"


def files():
    return {"monitoring/grafana.json": json.dumps(dashboard(), indent=2) + "\n", "monitoring/alerts.yml": yaml_text(rules())}


# MARK: Grafana


def dashboard():
    """Rows of panels, from what people notice first to what operators look up."""
    panels = [
        stat("Refused sign-ins and sign-ups", f"{REFUSED} / {ATTEMPTED}", "percentunit", [(None, "green"), (0.05, "red")]),
        stat("Slowest sign-in (95 %)", f'max(vestibule_event_milliseconds{{function=~"{ATTEMPTS}",quantile="0.95"}})', "ms", [(None, "green"), (3000, "red")]),
        stat("Waiting mails", 'vestibule_queue_waiting{kind="mail"}', "short", [(None, "green")]),
        stat("Numbers out of bounds", "sum(vestibule_alert)", "short", [(None, "green"), (1, "red")]),
        series("Sign-ins by provider", [("sum by (provider, outcome) (vestibule_sign_ins)", "{{provider}}, {{outcome}}")]),
        series("Sign-ups by provider", [("sum by (provider, outcome) (vestibule_sign_ups)", "{{provider}}, {{outcome}}")]),
        series("Time of sign-ins and sign-ups by provider", [('vestibule_attempt_milliseconds{quantile="0.95"}', "{{provider}}, 95 %"),
                                                           ('vestibule_attempt_milliseconds{quantile="0.5"}', "{{provider}}, median")], "ms"),
        series("Sign-ins by country", [("sum by (country) (vestibule_sign_ins_by_country)", "{{country}}")]),
        funnel("Invitations of the period"),
        series("Invitations by state", [("vestibule_invitations", "{{state}}")]),
        series("Security events", [("vestibule_security_events", "{{event}}")]),
        series("Refusals by code", [("sum by (code) (vestibule_refusals)", "{{code}}")]),
        series("Mails and webhooks", [("vestibule_queue_waiting", "{{kind}}, waiting"), ("vestibule_mails_ended", "{{state}}")]),
        series("Delay of the queue", [("vestibule_queue_delay_seconds", "{{kind}}")], "s"),
        series("Outages of relays", [("vestibule_relay_outage_seconds", "{{relay}}")], "s"),
        series("Sessions", [("vestibule_sessions_active", "active")]),
        series("Length of sessions", [("vestibule_session_median_seconds", "median"), ("vestibule_session_average_seconds", "average")], "s"),
    ]
    return {
        "uid": "vestibule", "title": "Vestibule", "tags": ["vestibule"], "schemaVersion": 39, "version": 1, "editable": True,
        "timezone": "browser", "refresh": "1m", "time": {"from": "now-24h", "to": "now"}, "annotations": {"list": []},
        "templating": {"list": [{"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Data source"}]},
        "panels": placed(panels),
    }


def placed(panels):
    """Four numbers in the first row, then two panels in each."""
    x = y = 0
    for number, panel in enumerate(panels, 1):
        width, height = (6, 4) if panel["type"] == "stat" else (12, 8)
        panel.update(id=number, gridPos={"x": x, "y": y, "w": width, "h": height})
        x += width
        if x == 24:
            x, y = 0, y + height
    return panels


def panel(kind, title, queries, unit, options, steps=((None, "green"),)):
    source = {"type": "prometheus", "uid": "${datasource}"}
    return {
        "type": kind, "title": title, "datasource": source, "options": options,
        "targets": [{"refId": chr(65 + index), "datasource": source, "expr": expression, "legendFormat": legend}
                    for index, (expression, legend) in enumerate(queries)],
        "fieldConfig": {"defaults": {"unit": unit, "min": 0, "thresholds": {
            "mode": "absolute", "steps": [{"value": value, "color": color} for value, color in steps]}}, "overrides": []},
    }


def stat(title, expression, unit, steps):
    options = {"reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False}, "colorMode": "value", "graphMode": "area"}
    return panel("stat", title, [(expression, title)], unit, options, steps)


def series(title, queries, unit="short"):
    options = {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True}, "tooltip": {"mode": "multi"}}
    return panel("timeseries", title, queries, unit, options)


def funnel(title):
    """A bar for each step."""
    options = {"orientation": "horizontal", "displayMode": "gradient", "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False}}
    queries = [(f'vestibule_invitation_funnel{{step="{step}"}}', words) for step, words in STEPS.items()]
    return panel("bargauge", title, queries, "short", options)


# MARK: Prometheus


def rules():
    """The thresholds: 5 % of failed sign-ins, 3 seconds, sign-ins from unusual places, and people who are too young."""
    return {"groups": [{"name": "vestibule", "rules": [
        alert("VestibuleSignInsRefused", f"{REFUSED} / {ATTEMPTED} > 0.05 and {ATTEMPTED} >= 20", "10m", "critical",
              "More than 5 % of sign-ins and sign-ups were refused"),
        alert("VestibuleSignInsSlow", f'max(vestibule_event_milliseconds{{function=~"{ATTEMPTS}",quantile="0.95"}}) > 3000', "10m", "critical",
              "5 % of sign-ins take more than 3 seconds"),
        alert("VestibuleNewCountries",
              'sum(vestibule_security_events{event="newCountry"}) > 5 and sum(vestibule_security_events{event="newCountry"})'
              ' > 0.05 * sum(vestibule_sign_ins{outcome="succeeded"})', "0m", "warning",
              "More than 5 % of sign-ins came from countries that are new to their accounts"),
        alert("VestibuleAccountsLocked", 'sum(vestibule_security_events{event="locked"}) > 10', "0m", "warning",
              "More than 10 accounts are locked after failed sign-ins"),
        alert("VestibuleTokensReused", 'sum(vestibule_security_events{event="tokenReused"}) > 5', "0m", "critical",
              "Old refresh tokens were used: they may have been stolen"),
        alert("VestibuleUnderage", 'sum(vestibule_security_events{event="underage"}) > 0', "0m", "warning",
              "Somebody was refused because of their age"),
        alert("VestibuleMailsWait", 'max(vestibule_queue_delay_seconds{kind="mail"}) > 900', "5m", "critical",
              "A mail has been due for more than 15 minutes"),
        alert("VestibuleRelayOutage", "max(vestibule_relay_outage_seconds) > 900", "5m", "critical",
              "A relay has accepted no mails for more than 15 minutes"),
        alert("VestibuleOutOfBounds", "vestibule_alert == 1", "10m", "warning", "{{ $labels.name }} is out of the bounds of vestibule report"),
        alert("VestibuleReportMissing", "absent(vestibule_report_timestamp_seconds) or time() - vestibule_report_timestamp_seconds > 1800",
              "5m", "critical", "vestibule report has not run for half an hour"),
    ]}]}


def alert(name, expression, duration, severity, summary):
    return {"alert": name, "expr": expression, "for": duration, "labels": {"severity": severity}, "annotations": {"summary": summary}}
