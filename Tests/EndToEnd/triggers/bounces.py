# SPDX-License-Identifier: Apache-2.0
"""Bounces of mails."""

import base64

from smtp_servers import send

NOTHING = {"processed": 0, "ignored": 0, "unknown": 0}


def invited(world):
    """An inviter's access token, and the sent mail."""
    token = world.inviter()
    send(world, token)
    [mail] = world.mails()
    return token, mail


def receive(world, message, **more):
    if isinstance(message, bytes):
        message, more = base64.b64encode(message).decode(), {"isBase64Encoded": True}
    return world.run("on-mail-event", event={"message": message, **more})


POSTFIX = """\
From MAILER-DAEMON  Thu Jan  1 12:00:00 2026
Return-Path: <>
X-Original-To: hello@pfa.example
Received: by mail.pfa.example (Postfix)
\tid 4D2F1; Thu,  1 Jan 2026 12:00:00 +0000 (UTC)
Date: Thu,  1 Jan 2026 12:00:00 +0000 (UTC)
From: MAILER-DAEMON@mail.pfa.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: hello@pfa.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="7C0E2.1767268800/mail.pfa.example"
Content-Transfer-Encoding: 8bit
Message-Id: <20260101120000.4D2F1@mail.pfa.example>

This is a MIME-encapsulated message.

--7C0E2.1767268800/mail.pfa.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

<kim@example.com>: host mx.example.com[192.0.2.25] said: 550 5.1.1 unknown

--7C0E2.1767268800/mail.pfa.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.pfa.example
X-Postfix-Queue-ID: 7C0E2
X-Postfix-Sender: rfc822; hello@pfa.example
Arrival-Date: Thu,  1 Jan 2026 11:59:59 +0000 (UTC)

Final-Recipient: rfc822; kim@example.com
Original-Recipient: rfc822;kim@example.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <kim@example.com>: Recipient address
    rejected: User unknown in virtual mailbox table

--7C0E2.1767268800/mail.pfa.example
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <hello@pfa.example>
Received: from app (unknown [192.0.2.1])
\tby mail.pfa.example (Postfix) with ESMTPS id 7C0E2
From: PFA <hello@pfa.example>
To: Kim <kim@example.com>
Message-ID:
 {id}
Subject: Ada invites you
Content-Type: multipart/alternative; boundary="=_inner"

--=_inner
Content-Type: text/plain

Hello
--=_inner--

--7C0E2.1767268800/mail.pfa.example--
"""
