# SPDX-License-Identifier: Apache-2.0
"""Configurations for the platforms that run the functions. All of them are generated from functions.json."""
