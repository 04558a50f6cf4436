# SPDX-License-Identifier: Apache-2.0
"""Deployment files of a package."""

import yaml


def read(path):
    return yaml.safe_load(path.read_text())
