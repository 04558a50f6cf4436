# SPDX-License-Identifier: Apache-2.0
"""The runs of `scripts/chaos/campaign`: events, faults and the guarantees that are checked."""
