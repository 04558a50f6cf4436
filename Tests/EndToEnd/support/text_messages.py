# SPDX-License-Identifier: Apache-2.0
"""Invitations by text message."""



SENT = (201, {"Content-Type": "application/json"}, b'{"sid":"SM1","status":"queued"}')

CLIENT = {"name": "Kim", "email": "kim@example.com", "phone": "(555) 123-4567"}


def env(receiver):
    return {
        "SMS_URL": "twilio:AC123", "SMS_API_KEY": "token", "SMS_FROM": "+15550001111", "SMS_API_URL": receiver.url}


def invite(world, receiver, token=None, **data):
    token = token or world.inviter()
    return world.run("send-invitation", {"client": CLIENT, "deliver": "sms", **data}, token, env=env(receiver)).json
