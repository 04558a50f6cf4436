# SPDX-License-Identifier: Apache-2.0
"""Passkeys of pages."""

import json

from factors import FACTORS, Authenticator
from pages import page_policy

#: The policy of these tests.
RULES = page_policy(factors=FACTORS)


def form(page):
    """The form of a passkey, and its options."""
    [found] = [form for form in page.parsed.all("form") if "data-passkey" in form]
    return found, json.loads(found["data-options"])


def enroll(visitor, name="", authenticator=None):
    """Adds a passkey by the pages: the authenticator, and the next page."""
    page = visitor.submit("enroll-passkey", name=name)
    assert page.status == 200 and form(page)[0]["data-passkey"] == "create", page.text
    authenticator = authenticator or Authenticator()
    return authenticator, visitor.submit("confirm-passkey", credential=json.dumps(authenticator.make(form(page)[1])))
