# SPDX-License-Identifier: Apache-2.0
"""`scripts/serve`."""


from worlds import ROOT

SERVE = ROOT / "scripts/serve"
