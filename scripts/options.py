# SPDX-License-Identifier: Apache-2.0
"""The options of a tool."""

import argparse


def options(documentation, **defaults):
    """The values of `--name VALUE`, of the types of their defaults; a flag's default is False. An unknown option ends the tool."""
    parser = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    for name, default in defaults.items():
        kind = {"action": "store_true"} if default is False else {"type": type(default), "default": default}
        parser.add_argument("--" + name.replace("_", "-"), **kind)
    return parser.parse_args()
