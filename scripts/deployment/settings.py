# SPDX-License-Identifier: Apache-2.0
"""The variables of functions on your own server: the same example for all configurations."""

PREFIX = "/opt/vestibule"
STATE = "/var/lib/vestibule"
CONFIGURATION = "/etc/vestibule"
BACKUPS = "/var/backups/vestibule"
USER = "vestibule"
#: Where `vestibule workers` listens.
SOCKETS = "/run/vestibule"

#: The variables that an operator must set. Secrets are in files.
EXAMPLE = {
    "DATABASE_URL": f"sqlite:{STATE}/vestibule.db",
    "MAIL_URL_FILE": f"{CONFIGURATION}/mail-url",
    "MAIL_FROM": "PFA <hello@example.com>",
    "PUBLIC_URL": "https://pfa.example.com",
    "POLICY_FILE": f"{CONFIGURATION}/policy.json",
}


#: For functions behind a web server that listens on this machine. A connection from this machine is the operator's
#: proxy, which names the client in a header. Any other connection is a client.
BEHIND_A_PROXY = {"TRUSTED_PROXIES": "127.0.0.1,::1"}

#: Additional variables of functions that are called over HTTP.
OF_PROXIES = ("TRUSTED_PROXIES", "TRUSTED_PROXY_HEADER", "CLIENT_COUNTRY_HEADER")
#: Additional variables of processes that answer several events, and of all processes of a machine.
OF_PROCESSES = ("FASTCGI_MAX_EVENTS", "FASTCGI_IDLE_SECONDS", "HASHING_PROCESSES")
#: The limits of `vestibule workers` in the image for HTTP, which sets their defaults.
OF_WORKERS = ("WORKERS", "WORKERS_TOTAL")
OF_ALL = ("SECRET_KEY_PREVIOUS", *OF_PROXIES, *OF_PROCESSES)


#: Whether each of these is a secret, as `secrets` of functions.json says it of the variables of functions.
SECRETS = {"SECRET_KEY_PREVIOUS": True, **dict.fromkeys([*OF_PROXIES, *OF_PROCESSES, *OF_WORKERS], False)}


def environment_file(catalogue):
    """For systemd's EnvironmentFile and for shells: the example values, and all other variables as comments."""
    example = {**EXAMPLE, **BEHIND_A_PROXY}
    in_example = {*example, *(name.removesuffix("_FILE") for name in example)}
    others = [name for name in [*catalogue.variables, *OF_ALL] if name not in in_example]
    lines = [f"{name}={value}" if " " not in value else f'{name}="{value}"' for name, value in example.items()]
    lines += [f"#{name}_FILE={secret_file(name)}" if catalogue.is_secret(name) else f"#{name}=" for name in others]
    return "".join(line + "\n" for line in ["# Secrets are in their own files, which only their owner and group can read.", *lines])


def secret_file(variable):
    return f"{CONFIGURATION}/{variable.lower().replace('_', '-')}"
