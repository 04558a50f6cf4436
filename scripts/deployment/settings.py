# SPDX-License-Identifier: Apache-2.0
"""The variables of functions on a machine of one's own: one example for all that is installed there."""

import re

PREFIX = "/opt/vestibule"
STATE = "/var/lib/vestibule"
CONFIGURATION = "/etc/vestibule"
USER = "vestibule"

#: What an operator has to say, in files where it is secret.
EXAMPLE = {
    "DATABASE_URL": f"sqlite:{STATE}/vestibule.db",
    "MAIL_URL_FILE": f"{CONFIGURATION}/mail-url",
    "MAIL_FROM": "PFA <hello@example.com>",
    "PUBLIC_URL": "https://pfa.example.com",
    "POLICY_FILE": f"{CONFIGURATION}/policy.json",
}


#: For functions behind a web server that listens on this machine: whoever connects to it from here is a proxy of the
#: operator's, and the clients are those that it asks for. Anybody else who connects is a client.
BEHIND_A_PROXY = {"TRUSTED_PROXIES": "127.0.0.1,::1"}

#: What functions that are called over HTTP take, beside their own variables.
OF_PROXIES = ("TRUSTED_PROXIES", "TRUSTED_PROXY_HEADER")
OF_ALL = ("SECRET_KEY_PREVIOUS", *OF_PROXIES)


def is_secret(variable):
    return bool(re.search("(_KEY|_SECRET|_TOKEN|_LOGIN|_ACCESS_KEY_ID)$|^(DATABASE|MAIL)_URL$|^SECRET_KEY", variable))


def environment_file(catalogue):
    """For systemd's EnvironmentFile and for shells: the example, and all other variables to choose from."""
    example = {**EXAMPLE, **BEHIND_A_PROXY}
    said = {*example, *(name.removesuffix("_FILE") for name in example)}
    others = [name for name in [*catalogue.variables, *OF_ALL] if name not in said]
    lines = [f"{name}={value}" if " " not in value else f'{name}="{value}"' for name, value in example.items()]
    lines += [f"#{name}_FILE={secret_file(name)}" if is_secret(name) else f"#{name}=" for name in others]
    return "".join(line + "\n" for line in ["# Secrets stand in files of their own, for nobody else to read.", *lines])


def secret_file(variable):
    return f"{CONFIGURATION}/{variable.lower().replace('_', '-')}"
