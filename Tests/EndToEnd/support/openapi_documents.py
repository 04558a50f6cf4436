# SPDX-License-Identifier: Apache-2.0
"""The OpenAPI documents for apps and for pages."""

import json

from deployment import openapi
from runners import CATALOGUE
from worlds import ROOT

STATUSES = openapi.statuses_of_codes((ROOT / "Sources/VestibuleRules/ErrorCode.swift").read_text())

FOR_APPS, FOR_PAGES = (json.loads(text) for text in openapi.documents(CATALOGUE, "0.1.0", STATUSES).values())
