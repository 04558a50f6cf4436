# SPDX-License-Identifier: Apache-2.0
"""Amazon SES as a relay: signed requests, checked by moto."""

import json
import pathlib
import subprocess
import sys
import urllib.request

import boto3
import pytest
from botocore.config import Config
from http_vendors import HARD
from ports import free_port
from smtp_servers import UNREACHABLE, deliver, mailbox, outbox, parsed, send, wait_until
from worlds import code_of

# Amazon's signatures


class Moto:
    """moto as a server, which checks signatures and permissions once it has been set up."""

    region = "eu-west-1"

    def __init__(self, log):
        self.url = f"http://127.0.0.1:{free_port()}"
        server = pathlib.Path(sys.executable).with_name("moto_server")
        self.process = subprocess.Popen(
            [server, "-H", "127.0.0.1", "-p", self.url.rsplit(":", 1)[1]], stdout=log, stderr=log)

    def client(self, service):
        return boto3.client(
            service, region_name=self.region, endpoint_url=self.url, aws_access_key_id="root",
            aws_secret_access_key="root", config=Config(retries={"total_max_attempts": 1}))

    def set_up(self):
        """A sender, a user who may send from it, and a role with temporary credentials."""
        wait_until(self.is_up, 60)
        self.client("ses").verify_email_identity(EmailAddress="hello@pfa.example")
        allowed = json.dumps({
            "Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "ses:SendEmail", "Resource": "*"}]})
        iam = self.client("iam")
        iam.create_user(UserName="mailer")
        iam.put_user_policy(UserName="mailer", PolicyName="send", PolicyDocument=allowed)
        self.key = iam.create_access_key(UserName="mailer")["AccessKey"]
        iam.create_user(UserName="idler")
        self.idle = iam.create_access_key(UserName="idler")["AccessKey"]
        role = iam.create_role(RoleName="mailers", AssumeRolePolicyDocument="{}")["Role"]
        iam.put_role_policy(RoleName="mailers", PolicyName="send", PolicyDocument=allowed)
        self.lent = self.client("sts").assume_role(RoleArn=role["Arn"], RoleSessionName="mail")["Credentials"]
        # From here on like INITIAL_NO_AUTH_ACTION_COUNT=0.
        reset = urllib.request.Request(f"{self.url}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})
        urllib.request.urlopen(reset).close()

    def is_up(self):
        assert self.process.poll() is None, "moto_server has ended"
        try:
            urllib.request.urlopen(f"{self.url}/moto-api/data.json", timeout=2).close()
            return True
        except OSError:
            return False

    def mails(self):
        with urllib.request.urlopen(f"{self.url}/moto-api/data.json") as data:
            return json.load(data).get("ses", {}).get("RawMessage", [])

    def env(self, credentials, **more):
        return {
            "MAIL_URL": "ses:eu-west-1", "MAIL_API_URL": self.url, "AWS_ACCESS_KEY_ID": credentials["AccessKeyId"],
            "AWS_SECRET_ACCESS_KEY": credentials["SecretAccessKey"],
            "AWS_SESSION_TOKEN": credentials.get("SessionToken", ""), **more}


@pytest.fixture(scope="module")
def moto(tmp_path_factory):
    with open(tmp_path_factory.mktemp("moto") / "log", "wb") as log:
        moto = Moto(log)
        try:
            moto.set_up()
            yield moto
        finally:
            moto.process.terminate()
            moto.process.wait(20)


def test_amazon_accepts_a_mail_signed_with_a_users_key(world, moto):
    before = len(moto.mails())
    token = world.inviter()
    assert send(world, token, name=HARD, env=moto.env(moto.key)).json["invitation"]["delivery"] == "sent"
    [row] = outbox(world)
    assert row["vendor_id"] and len(moto.mails()) == before + 1
    mail = moto.mails()[-1]
    assert mail["id"] == row["vendor_id"] and mail["source"] == "hello@pfa.example"
    assert mail["destinations"][0] == "kim@example.com"
    raw = parsed(mail["raw_data"].encode())
    assert mailbox(raw, "To") == (HARD, "kim@example.com") and raw["List-Unsubscribe-Post"]
    assert world.accept(code_of(raw)).status == 0


def test_amazon_accepts_concurrent_mails_signed_with_temporary_credentials(world, moto):
    clients = [{"name": "Zoë", "email": f"kim{number}@example.com"} for number in range(10)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    before = len(moto.mails())
    assert deliver(world, moto.env(moto.lent, MAIL_CONNECTIONS="3"))["sent"] == 10
    assert len(moto.mails()) == before + 10


@pytest.mark.parametrize("wrong", ["secret", "id", "token", "permission"])
def test_a_wrong_signature_keeps_the_mail_queued_until_it_is_corrected(world, moto, wrong):
    env = moto.env(
        {"secret": {**moto.key, "SecretAccessKey": "x" * 40}, "id": {**moto.key, "AccessKeyId": "AKIAUNKNOWN"},
         "token": {**moto.lent, "SessionToken": "another"}, "permission": moto.idle}[wrong])
    before = len(moto.mails())
    assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "queued"
    [row] = outbox(world)
    assert (row["state"], row["attempts"]) == ("queued", 0) and "HTTP 403" in row["trouble"], row
    assert len(moto.mails()) == before
    assert deliver(world, moto.env(moto.key))["sent"] == 1
