# SPDX-License-Identifier: Apache-2.0
"""A campaign of runs in which processes are killed and connections cut, for `scripts/campaign`."""
