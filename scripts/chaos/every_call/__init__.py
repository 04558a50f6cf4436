# SPDX-License-Identifier: Apache-2.0
"""The trials of `scripts/chaos/every-call`: worlds that are set back, faults at a chosen call, and the checks."""
