# SPDX-License-Identifier: Apache-2.0
"""What scripts/serve does after the build."""
