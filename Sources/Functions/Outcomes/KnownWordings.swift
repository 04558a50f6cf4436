// SPDX-License-Identifier: Apache-2.0

/// Wordings of mail servers and large providers, with their sources. A wording is added with the page or the program
/// that contains it and the day on which it was found. `DiagnosisTests` has an example of each provider.
enum KnownWordings {
  static let all: [KnownWording] = servers + providers + filters + regions + vendors

  /// The patterns of each subject.
  static let patterns: [KnownWording.Subject: [WordingPattern]] = {
    var patterns: [KnownWording.Subject: [WordingPattern]] = [:]
    for (subject, words) in all.flatMap(\.words) { patterns[subject, default: []] += words.map(WordingPattern.init) }
    return patterns
  }()

  private static let servers: [KnownWording] = [
    KnownWording(
      source: "Postfix: smtpd, virtual, local, cleanup (postfix.org/postconf.5.html)", seen: "2026-11-25",
      words: [
        (.address, ["user unknown", "unknown user", "host or domain name not found", "unknown mail transport error"]),
        (
          .address,
          [
            "mail for * loops back to myself", "does not accept mail (nullmx)",
            "recipient address rejected: undeliverable address",
          ]
        ),
        (.relaying, ["relay access denied"]),
        (.sender, ["sender address rejected"]),
        (
          .host, ["client host rejected", "helo command rejected", "service unavailable; client host", "blocked using"]
        ),
        (
          .content,
          ["message size exceeds fixed limit", "message size * exceeds size limit", "message content rejected"]
        ),
        (
          .expired,
          ["delivery temporarily suspended", "connection timed out", "connection refused", "no route to host"]
        ),
      ]),
    KnownWording(
      source: "Exim: the default configuration and deliver.c (exim.org/exim-html-current)", seen: "2026-11-25",
      words: [
        (
          .address,
          [
            "unrouteable address", "unroutable address", "no such user here",
            "all relevant mx records point to non-existent hosts",
          ]
        ),
        (.relaying, ["relay not permitted"]),
        (.sender, ["sender verify failed", "sender verification failed", "could not verify sender"]),
        (.content, ["message too big", "message has lines too long"]),
        (.expired, ["retry timeout exceeded", "retry time not reached for any host"]),
      ]),
    KnownWording(
      source: "qmail: qmail-remote.c, qmail-send.c, qmail-smtpd.c (cr.yp.to/qmail.html)", seen: "2026-11-25",
      words: [
        (.address, ["no mailbox here by that name", "couldn't find any host named", "couldn't find a mail exchanger"]),
        (.relaying, ["that domain isn't in my list of allowed rcpthosts"]),
        (.sender, ["your envelope sender is in my badmailfrom list"]),
        (.expired, ["i wasn't able to establish an smtp connection", "this message has been in the queue too long"]),
      ]),
    KnownWording(
      source: "Sendmail: conf.c, srvrsmtp.c (github.com/freebsd/freebsd-src/tree/main/contrib/sendmail)",
      seen: "2026-11-25",
      words: [
        (.address, ["addressee unknown", "host unknown", "no such user"]),
        (.relaying, ["relaying denied"]),
        (.sender, ["domain of sender address"]),
        (.mailboxFull, ["mailbox full", "disk quota exceeded"]),
        (.expired, ["could not send message for past"]),
      ]),
    KnownWording(
      source: "Exchange and Exchange Online (learn.microsoft.com/troubleshoot/exchange/email-delivery/ndr)",
      seen: "2026-11-25",
      words: [
        (
          .address,
          [
            "resolver.adr.recipientnotfound", "resolver.adr.recipnotfound",
            "recipient not found by smtp address lookup",
          ]
        ),
        (.address, ["recipient address rejected: access denied"]),
        (.relaying, ["unable to relay", "relaying not allowed"]),
        (
          .sender,
          ["sendasdenied", "client does not have permissions to send as this sender", "submissionquotaexceeded"]
        ),
        (.sender, ["client was not authenticated to send anonymous mail", "sender address is not verified"]),
        (
          .policy,
          ["resolver.rst.", "access denied, banned send", "banned sending ip", "sender not authenticated for group"]
        ),
        (.quota, ["tenant has exceeded threshold", "exceeded its * recipient rate limit", "sender has exceeded"]),
        (.rate, ["recipient thread limit exceeded"]),
        (.mailboxFull, ["mailbox is full and can't accept messages", "quotaexceeded"]),
        (.expired, ["queue.expired", "message expired"]),
      ]),
  ]

  private static let providers: [KnownWording] = [
    KnownWording(
      source: "Gmail (support.google.com/a/answer/3726730)", seen: "2026-11-25",
      words: [
        (
          .address,
          ["email account that you tried to reach does not exist", "email account that you tried to reach is disabled"]
        ),
        (.address, ["email account that you tried to reach is inactive", "domain name not found"]),
        (.mailboxFull, ["is over quota", "recipient's inbox is out of storage"]),
        (.rate, ["receiving mail at a rate", "receiving mail too quickly", "unusual rate of * mail"]),
        (
          .policy,
          [
            "dmarc policy", "unauthenticated email", "sender is unauthenticated", "is likely unsolicited mail",
            "likely suspicious",
          ]
        ),
        (.policy, ["very low reputation", "low reputation of the sending", "does not meet ipv6 sending guidelines"]),
        (.content, ["blocked because its content presents a potential security issue", "messages missing a valid"]),
        (
          .quota,
          ["daily user sending limit exceeded", "daily smtp relay sending limit exceeded", "daily sending quota"]
        ),
        (.sender, ["mail relay denied", "invalid credentials for relay"]),
      ]),
    KnownWording(
      source: "Outlook.com (sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx)", seen: "2026-11-25",
      words: [
        (
          .address,
          ["requested action not taken: mailbox unavailable", "requested action not taken: mailbox is unavailable"]
        ),
        (
          .policy,
          [
            "part of their network is on our block list", "messages from * weren't sent",
            "does not meet the required authentication level",
          ]
        ),
        (.policy, ["spamhaus", "messages * are temporarily rejected", "banned for policy"]),
      ]),
    KnownWording(
      source: "Yahoo and AOL (senders.yahooinc.com/smtp-error-codes)", seen: "2026-11-25",
      words: [
        (
          .address,
          ["this user doesn't have a * account", "account has been disabled or discontinued", "mailbox not found"]
        ),
        (.address, ["not a valid mailbox", "mailbox is disabled", "recipient's mailbox has been disabled"]),
        (
          .policy,
          [
            "not accepted for policy reasons", "deferred due to user complaints",
            "due to unexpected volume or user complaints",
          ]
        ),
        (.policy, ["permanently deferred", "connections will not be accepted from", "message not allowed"]),
        (.mailboxFull, ["mailbox is over quota", "mailbox over quota"]),
      ]),
    KnownWording(
      source: "iCloud Mail (support.apple.com/102322)", seen: "2026-11-25",
      words: [
        (.mailboxFull, ["user is over quota", "user is over the quota", "user over quota"]),
        (.address, ["inactive mailbox", "this account has been deactivated"]),
        (
          .policy,
          [
            "message rejected due to local policy", "rejected due to local policy", "domain's dmarc",
            "does not conform with rfc 7489",
          ]
        ),
      ]),
    KnownWording(
      source: "Zoho, Proton, Fastmail, Rackspace (smtp.codes/550)", seen: "2026-11-25",
      words: [
        (
          .address,
          ["address does not exist", "email address is not valid", "mailbox does not exist", "user does not exist"]
        ),
        (
          .address,
          [
            "no longer available", "address is no longer in use", "account is disabled", "account disabled",
            "account closed",
          ]
        ),
        (
          .address,
          [
            "user disabled", "user is disabled", "user is inactive", "account is inactive", "account inactive",
            "mailbox disabled",
          ]
        ),
        (.rate, ["rate limit", "too many connections", "too many emails"]),
        (
          .quota,
          [
            "sending limit exceeded", "exceeded the maximum number of messages", "hourly limit", "daily limit",
            "sending quota", "sending rate",
          ]
        ),
      ]),
  ]

  private static let filters: [KnownWording] = [
    KnownWording(
      source: "Proofpoint (smtp.codes/proofpoint, ipcheck.proofpoint.com)", seen: "2026-11-25",
      words: [
        (.host, ["ipcheck.proofpoint.com", "blocked - see https://ipcheck", "your access to submit messages"]),
        (.address, ["user not exist", "recipient unknown"]),
        (.policy, ["rejected - see https://", "violates domain policy", "blocked by policy"]),
      ]),
    KnownWording(
      source: "Mimecast (mimecastsupport.zendesk.com, SMTP error codes)", seen: "2026-11-25",
      words: [
        (.address, ["invalid recipient", "recipient does not exist", "rejected by header based manually"]),
        (
          .policy,
          [
            "administrative prohibition", "envelope blocked", "local ct ip reputation", "csi prevented",
            "anti-spoofing policy",
          ]
        ),
        (
          .policy,
          [
            "sender failed dmarc", "dmarc sender invalid", "spf sender invalid",
            "rejected by header based anti-spoofing",
          ]
        ),
        (
          .content,
          [
            "rejected - spam signature", "virus signature detected",
            "message rejected due to security policies - mcspamsignature",
          ]
        ),
      ]),
    KnownWording(
      source: "Barracuda (campus.barracuda.com, smtp.codes/barracuda)", seen: "2026-11-25",
      words: [
        (.host, ["barracudacentral.org", "barracuda reputation", "barracudanetworks.com/reputation"]),
        (.policy, ["rejecting spoofed message", "blocked by intent", "blocked by sender policy"]),
      ]),
    KnownWording(
      source: "Block lists: Spamhaus, SpamCop, SORBS, UCEPROTECT (spamhaus.org/faqs)", seen: "2026-11-25",
      words: [
        (
          .host, ["zen.spamhaus.org", "sbl.spamhaus.org", "pbl.spamhaus.org", "spamcop.net", "uceprotect", "sorbs.net"]
        ),
        (
          .host,
          [
            "listed at * dnsbl", "listed in * dnsbl", "dnsbl", "blacklist", "blocklist", "black list", "block list",
            "blacklisted",
          ]
        ),
        (
          .host,
          ["reverse dns", "ptr record", "no rdns", "cannot find your hostname", "cannot find your reverse hostname"]
        ),
      ]),
    KnownWording(
      source: "Rspamd, SpamAssassin, ClamAV milters (rspamd.com/doc, spamassassin.apache.org)", seen: "2026-11-25",
      words: [
        (
          .content,
          [
            "spam message rejected", "spam detected", "identified as spam", "classified as spam", "looks like spam",
            "considered spam",
          ]
        ),
        (
          .content,
          [
            "is spam", "spam content", "high spam score", "message rejected as spam", "detected as spam", "virus",
            "malware", "infected",
          ]
        ),
        (
          .content,
          [
            "message too large", "message is too large", "message size", "exceeds the maximum", "attachment",
            "message is larger than",
          ]
        ),
        (
          .content,
          ["rejected for its content", "content rejected", "bad header", "bare lf", "malformed", "prohibited content"]
        ),
      ]),
    KnownWording(
      source: "OpenDMARC, OpenDKIM, pypolicyd-spf (trusteddomain.org, postfix.org/addon.html)", seen: "2026-11-25",
      words: [
        (
          .policy,
          ["dmarc", "spf check", "spf fail", "fails spf", "failed spf", "spf validation", "spf record", "dkim"]
        ),
        (
          .policy,
          [
            "not authenticated by", "authentication checks", "sender policy framework", "due to policy",
            "policy restriction",
          ]
        ),
        (
          .policy,
          ["policy violation", "greylist", "poor reputation", "bad reputation", "ip reputation", "sender reputation"]
        ),
      ]),
  ]

  private static let regions: [KnownWording] = [
    KnownWording(
      source: "GMX and WEB.DE (postmaster.gmx.net/en/error-messages)", seen: "2026-11-25",
      words: [
        (
          .sender,
          [
            "invalid dns mx or a/aaaa resource record", "sender address is invalid",
            "sender address has been blacklisted",
          ]
        ),
        (.policy, ["reject due to policy", "nemesis", "transaction failed for policy"]),
        (.mailboxFull, ["requested mail action aborted: exceeded storage allocation", "speicherplatz"]),
        (.address, ["benutzer nicht bekannt", "unknown local part", "empfänger unbekannt"]),
      ]),
    KnownWording(
      source: "Orange, Free, La Poste (postmaster.orange.fr)", seen: "2026-11-25",
      words: [
        (
          .address,
          [
            "adresse d au moins un destinataire invalide", "invalid recipient", "utilisateur inconnu",
            "destinataire inconnu",
          ]
        ),
        (.policy, ["service refuse", "trop de connexions"]),
        (.mailboxFull, ["boite du destinataire pleine", "boîte du destinataire pleine"]),
      ]),
    KnownWording(
      source: "Mail.ru and Yandex (postmaster.mail.ru/help, yandex.com/support/postmaster)", seen: "2026-11-25",
      words: [
        (
          .address,
          [
            "no such user!", "non-local recipient verification failed", "user is terminated", "user not found",
            "such a user is not found",
          ]
        ),
        (.address, ["message was not accepted -- invalid mailbox", "account is unavailable"]),
        (.policy, ["message rejected under suspicion of spam", "policy rejection"]),
        (.mailboxFull, ["user has exceeded his disk space limit", "mailbox size limit exceeded"]),
      ]),
    KnownWording(
      source: "T-Online, freenet, IONOS (postmaster.t-online.de)", seen: "2026-11-25",
      words: [
        (.host, ["no dedicated mail", "ask your postmaster for help or to contact", "ip-addr"]),
        (
          .mailboxFull,
          ["user has exhausted allowed storage", "hat das speichervolumen", "user has too many messages on the server"]
        ),
      ]),
    KnownWording(
      source: "QQ, 163, Naver (service.mail.qq.com, help.mail.163.com)", seen: "2026-11-25",
      words: [
        (
          .address,
          ["user suspended", "account was suspended", "mailbox unavailable or access denied", "mailbox not exist"]
        ),
        (
          .policy,
          [
            "mail content denied", "mi:spb", "dt:spm", "connection frequency limited", "ip frequency limited",
            "suspected spam",
          ]
        ),
      ]),
    KnownWording(
      source: "Italian, Spanish and Polish providers (aruba.it, telefonica.es, wp.pl: bounces in smtp.codes)",
      seen: "2026-11-25",
      words: [
        (
          .address,
          ["indirizzo inesistente", "utente sconosciuto", "usuario desconocido", "nie istnieje", "nie ma takiego"]
        ),
        (.mailboxFull, ["casella piena", "buzón lleno", "buzon lleno", "skrzynka jest pełna"]),
      ]),
    KnownWording(
      source: "Wordings that many servers share (RFC 5321, section 4.2.3; RFC 3463, section 3)", seen: "2026-11-25",
      words: [
        (
          .mailboxFull,
          [
            "over quota", "overquota", "quota exceeded", "exceeded quota", "exceeds quota", "exceeded * quota",
            "exceeds * quota",
          ]
        ),
        (
          .mailboxFull,
          [
            "mailbox is full", "inbox is full", "inbox full", "storage limit", "out of storage", "mailbox size limit",
            "mailfolder is full",
          ]
        ),
        (
          .mailboxFull,
          [
            "insufficient system storage", "not enough space", "over the storage", "recipient storage full",
            "exceeded storage allocation",
          ]
        ),
        (
          .address,
          [
            "no such recipient", "no such mailbox", "no such address", "no such account", "no such person",
            "no such domain",
          ]
        ),
        (
          .address,
          [
            "unknown recipient", "recipient not found", "recipient unknown", "user not found", "user not known",
            "not a known user",
          ]
        ),
        (
          .address,
          [
            "unknown address", "address unknown", "invalid mailbox", "invalid address", "invalid user",
            "bad destination mailbox",
          ]
        ),
        (
          .address,
          ["mailbox unavailable", "mailbox not available", "no mailbox", "mailbox inactive", "mailbox no longer"]
        ),
        (
          .address,
          [
            "does not exist", "doesn't exist", "address not found", "account not found", "bad recipient",
            "recipient rejected",
          ]
        ),
        (
          .address,
          ["domain not found", "nxdomain", "unknown domain", "no mx", "null mx", "no mail server", "not our customer"]
        ),
        (
          .address,
          [
            "user account is unavailable", "account has been disabled", "account has been suspended",
            "has been deactivated", "is no longer active",
          ]
        ),
        (
          .sender,
          [
            "sender denied", "sender rejected", "sender refused", "sender not allowed", "sender is not allowed",
            "from address does not match",
          ]
        ),
        (
          .sender,
          [
            "not allowed to send as", "not authorized to send", "not authorised to send", "not owned by user",
            "sender not permitted",
          ]
        ),
        (.sender, ["sending paused", "sending has been disabled", "sender domain", "sender's domain"]),
        (
          .relaying,
          [
            "relay denied", "not permitted to relay", "not allowed to relay", "open relay", "we do not relay",
            "relay prohibited",
          ]
        ),
        (
          .host,
          [
            "access from * denied", "your ip", "ip address is not allowed", "connecting host", "your host",
            "your server",
          ]
        ),
        (
          .expired,
          [
            "delivery time expired", "timed out", "too many hops", "unable to connect", "host is unreachable",
            "undeliverable for",
          ]
        ),
      ]),
  ]

  private static let vendors: [KnownWording] = [
    KnownWording(
      source: "Amazon SES, SendGrid, Mailgun, Postmark as relays over SMTP (their pages about SMTP errors)",
      seen: "2026-11-25",
      words: [
        (
          .sender,
          [
            "email address is not verified", "email address not verified", "does not match a verified sender",
            "identity does not exist",
          ]
        ),
        (
          .sender,
          [
            "sender signature", "domain is not verified", "not verified", "sandbox subdomains",
            "free accounts are for test purposes only",
          ]
        ),
        (
          .quota,
          [
            "maximum credits exceeded", "maximum sending rate exceeded", "daily message quota exceeded",
            "sending limit",
          ]
        ),
        (.quota, ["domain * is not allowed to send: free", "exceeded the messages per", "throttling failure"]),
      ])
  ]
}
