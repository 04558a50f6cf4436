# SPDX-License-Identifier: Apache-2.0
"""The apps use helpers of the end-to-end tests."""

import sys

from database_engines import ROOT

# Before installed packages: one of those is also named `responses`.
sys.path.insert(0, str(ROOT / "Tests/EndToEnd"))
