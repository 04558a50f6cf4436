# SPDX-License-Identifier: Apache-2.0
"""The first admin of a new database: the operators' command creates the account, and a reset sets its password."""

import email
import email.policy
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys

EMAIL, NAME = "sam@example.com", "Sam Carter"
#: Beside the database, readable by its owner only.
FILE = "first-admin.json"


def known(data):
    """The address and the password that an earlier start has chosen; None if there are none."""
    file = data / FILE
    return json.loads(file.read_text()) if file.exists() else None


def create(executables, folder, data):
    """The same for a new database. If that is not possible, such as without passwords, None."""
    try:
        run([executables / "vestibule", "account", "create", EMAIL, "--role", inviter(), "--name", NAME], {})
        admin = {"email": EMAIL, "password": f"Trial-{secrets.token_hex(4)}-1"}
        # The mail is not for the inbox.
        mails = {"MAIL_URL": f"maildir:{folder}/first-admin"}
        run([executables / "reset-password"], mails, {"email": EMAIL})
        run([executables / "deliver-mail"], mails, {})
        run([executables / "reset-password"], mails, {"code": code(folder / "first-admin"), "newPassword": admin["password"]})
        run([executables / "deliver-mail"], mails, {})
    except (OSError, ValueError) as error:
        print(f"scripts/serve: there is no first admin with a password: {error}", file=sys.stderr)
        return None
    with open(os.open(data / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(admin, file)
    return admin


def inviter():
    """The inviter's role in the policy."""
    return json.loads(pathlib.Path(os.environ["POLICY_FILE"]).read_text()).get("roles", {}).get("inviter", "admin")


def run(command, variables, event=None):
    asked = None if event is None else json.dumps(event)
    said = subprocess.run(command, input=asked, env={**os.environ, "EXIT_ON_ERROR": "1", **variables}, capture_output=True, text=True)
    if said.returncode != 0:
        raise ValueError((said.stdout + said.stderr).strip())


def code(maildir):
    [mail] = (maildir / "new").iterdir()
    text = email.message_from_bytes(mail.read_bytes(), policy=email.policy.default).get_body(("plain",)).get_content()
    return re.search(r"/reset-password\?code=(\S+)", text)[1]
