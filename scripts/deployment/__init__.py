# SPDX-License-Identifier: Apache-2.0
"""What brings the functions to where they run: every configuration here is made from functions.json."""
