# SPDX-License-Identifier: Apache-2.0
"""Vendors of mail: each is a folder of Sources/Delivery/Vendors and a line in its list. Everything else that names them is compared with it.
How to add one: .github/CONTRIBUTING.md."""

import re

import pytest
from http_vendors import PATHS
from mail_vendors import VENDORS as SIGNING
from runners import CATALOGUE
from worlds import ROOT

FOLDER = ROOT / "Sources/Delivery/Vendors"
VENDORS = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
FUNCTIONS = {function.name: function.entry for function in CATALOGUE.functions}


def document(path):
    return (ROOT / path).read_text()


def constant(vendor, part, name):
    """The value of `static let NAME` in a vendor's service or webhook."""
    source = (FOLDER / vendor / f"{vendor}{part}.swift").read_text()
    [value] = re.findall(rf"^  static let {name} = (.+)$", source, re.MULTILINE)
    return re.findall(r'"([^"]*)"', value)


def test_every_folder_is_a_line_of_the_list():
    lines = re.findall(r"^      MailVendor\((\w+)Service\.self, (\w+)Webhook\.self\),$", document("Sources/Delivery/Vendors/MailVendor.swift"), re.MULTILINE)
    assert sorted(lines) == [(vendor, vendor) for vendor in VENDORS]


def test_every_vendor_is_tested_as_a_relay():
    assert sorted(relay.split(":")[0] for relay in PATHS) == sorted(map(str.lower, VENDORS)), "Tests/EndToEnd/mail/http_vendors.py"


@pytest.mark.parametrize("vendor", VENDORS)
def test_functions_that_send_mail_have_the_variables_of_the_relay(vendor):
    for name, entry in FUNCTIONS.items():
        missing = set(constant(vendor, "Service", "variables")) - set(entry["variables"])
        assert "MAIL_URL" not in entry["variables"] or not missing, f"functions.json, variables of {name}: {missing}"


def test_on_mail_event_has_the_variables_of_the_webhooks_and_no_other_secrets():
    entry = FUNCTIONS["on-mail-event"]
    variables = {constant(vendor, "Webhook", "variable")[0] for vendor in VENDORS}
    assert set(entry["trigger"]["webhook"]["secrets"]) == variables, "functions.json, trigger.webhook.secrets"
    assert variables <= set(entry["variables"]), "functions.json, variables of on-mail-event"


def test_schemes_of_webhooks_name_secrets_that_there_are():
    for function in CATALOGUE.served:
        webhook = function.entry["trigger"].get("webhook", {})
        assert {scheme["secret"] for scheme in webhook.get("schemes", {}).values()} <= set(webhook.get("secrets", []))


@pytest.mark.parametrize("vendor", VENDORS)
def test_documents_name_the_relay_the_webhook_and_their_variables(vendor):
    [relay] = constant(vendor, "Service", "relay")
    keys = constant(vendor, "Service", "variables")
    [variable] = constant(vendor, "Webhook", "variable")
    assert re.search(rf"^\| `{relay}` \| .*{keys[0]}", document("Sources/Delivery/README.md"), re.MULTILINE)
    assert re.search(rf"^\| .* \| `{variable}` \|$", document("Sources/Functions/Triggers/README.md"), re.MULTILINE)
    assert all(f"`{name}`" in document("scripts/deployment/README.md") for name in [*keys, variable])


def test_every_vendor_has_tests_for_delivery_events():
    assert sorted(vendor.lower() for vendor in VENDORS) == sorted(SIGNING)
