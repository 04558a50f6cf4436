# SPDX-License-Identifier: Apache-2.0
"""The work of an event in the usual style of Python: sqlite3, PyJWT, cryptography, smtplib.

peer.py FUNCTION < event.json
"""
import importlib
import json
import sys

import common

MODULES = {
    "accept-invitation": "accept", "preview-invitation": "preview", "refresh-session": "refresh", "send-invitation": "send"}

# Imports only the modules that the function needs.
function = importlib.import_module(MODULES[sys.argv[1]])
policy = common.read_policy()
event = json.load(sys.stdin)
print(json.dumps(function.answer(event, event.get("data", event), policy), separators=(",", ":")), flush=True)
common.leave()
