// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Delivery

/// What servers say, in our own words for the forms that they use, and the class of each.
@Suite("Diagnoses") struct BounceDiagnosisTests {
  /// A `Status`, a `Diagnostic-Code`, and the class.
  typealias Example = (status: String?, text: String?, reason: BounceReason)

  private func check(_ examples: [Example]) {
    for example in examples {
      let reason = BounceDiagnosis(status: example.status, text: example.text).reason(or: .other)
      #expect(reason == example.reason, "\(example.status ?? "none") | \(example.text ?? "none")")
    }
  }

  @Test func `codes of RFC 3463 decide without words`() {
    check(
      [
        ("5.1.1", nil, .address), ("5.1.2", nil, .address), ("5.1.3", nil, .address), ("5.1.6", nil, .address),
        ("5.1.10", nil, .address), ("5.2.1", nil, .address), ("5.4.4", nil, .address), ("5.7.17", nil, .address),
        ("5.1.7", nil, .sender), ("5.1.8", nil, .sender), ("5.7.60", nil, .sender), ("5.2.252", nil, .sender),
        ("5.2.2", nil, .mailboxFull), ("4.2.2", nil, .mailboxFull), ("5.2.3", nil, .content), ("5.3.4", nil, .content),
        ("5.6.0", nil, .content), ("5.7.1", nil, .policy), ("5.7.26", nil, .policy), ("5.7.509", nil, .policy),
        ("4.7.0", nil, .policy), ("5.4.7", nil, .expired), ("4.4.7", nil, .expired), ("4.4.1", nil, .expired),
        ("4.0.0", nil, .expired), ("4.1.1", nil, .expired), ("5.4.6", nil, .other), ("5.3.0", nil, .other),
      ])
  }

  @Test func `codes that servers use for everything decide nothing`() {
    check(
      [
        ("5.0.0", nil, .other), ("5.1.0", nil, .other), ("5.5.0", nil, .other), (nil, nil, .other), ("x", "y", .other),
        (nil, "smtp; 550 no", .other), ("5.0.0", "smtp; 550 rejected", .other),
        ("5.4.1", "smtp; 550 5.4.1 no answer", .other),
        ("5.0.0", "smtp; 550 5.1.1 mailbox gone", .address), ("5.0.0", "smtp; 552 5.2.2 no room", .mailboxFull),
        ("5.1.0", "smtp; 550 5.7.26 refused", .policy), ("5.5.0", "smtp;554 5.6.1 form", .content),
        ("5.0.0", "x-unix; mail for the user unknown", .address),
        ("5.0.0", "smtp; 550 DMARC check failed", .policy),
        ("5.0.0", "smtp; 552 Mailbox full, over quota", .mailboxFull),
        ("5.0.0", "smtp; 554 transaction refused, virus detected", .content),
        ("5.1.0", "smtp; 550 5.1.0 <a@b.example> sender rejected", .sender),
        ("5.5.0", "smtp; 550 5.5.0 invalid recipient", .address), ("5.5.0", "smtp; 550 mailbox unavailable", .address),
      ])
  }

  @Test func `a wording beats a code towards policy and rate, and never towards the address`() {
    check(
      [
        ("5.2.1", "smtp; 550 5.2.1 This user is receiving mail at a rate that is too high", .policy),
        ("5.1.1", "smtp; 550 5.1.1 refused because of the DMARC policy of the domain", .policy),
        ("5.1.1", "smtp; 550 5.1.1 your IP is listed in the blocklist of example", .policy),
        ("5.7.1", "smtp; 550 5.7.1 user unknown", .policy), ("5.2.2", "smtp; 552 5.2.2 no such user", .mailboxFull),
        ("5.3.4", "smtp; 552 5.3.4 recipient unknown", .content), ("4.4.1", "no such user", .expired),
        ("5.7.1", "smtp; 550 5.7.1 a virus was found", .content),
        ("5.7.1", "smtp; 554 5.7.1 Relay access denied", .sender),
        ("5.1.1", "smtp; 550-5.7.26 refused", .policy),
      ])
  }

  @Test func `the forms of Gmail, Outlook, Yahoo and Apple`() {
    check(
      [
        (
          nil, "550-5.1.1 The email account that you tried to reach does not exist. Please check the spelling", .address
        ),
        (nil, "550 5.2.1 The email account that you tried to reach is disabled", .address),
        (nil, "552-5.2.2 The email account that you tried to reach is over quota", .mailboxFull),
        (nil, "452 4.2.2 The recipient's inbox is out of storage space", .mailboxFull),
        (
          nil,
          "550-5.7.26 Unauthenticated email from pfa.example is not accepted due to 550-5.7.26 domain's DMARC policy",
          .policy
        ),
        (nil, "550 The email from pfa.example is Unauthenticated email and refused", .policy),
        (nil, "550-5.7.1 Our system has detected that this message is likely unsolicited mail", .policy),
        (nil, "421-4.7.28 an unusual rate of unsolicited mail comes from you", .policy),
        (nil, "450-4.2.1 The user you are trying to contact is receiving mail too quickly", .policy),
        (nil, "552-5.7.0 This message was blocked because its content presents a potential security issue", .content),
        (nil, "550 5.4.5 Daily user sending limit exceeded", .policy),
        ("5.4.4", "DNS Error: DNS type 'mx' lookup said NXDOMAIN: Domain name not found", .address),
        (nil, "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)", .address),
        (nil, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", .address),
        ("5.4.1", "550 5.4.1 Recipient address rejected: Access denied. [AM1.prod.outlook.com]", .address),
        (
          nil,
          "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list",
          .policy
        ),
        (nil, "550 5.7.515 Access denied, the domain does not meet the required authentication level", .policy),
        (nil, "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException", .mailboxFull),
        (nil, "550 5.7.509 Access denied, sending domain does not pass DMARC verification", .policy),
        (nil, "554 5.2.252 SendAsDenied; a@pfa.example not allowed to send as b@pfa.example", .sender),
        (nil, "550 5.7.60 SMTP; Client does not have permissions to send as this sender", .sender),
        (nil, "550 5.1.8 Access denied, bad outbound sender", .sender),
        (nil, "550 4.4.7 QUEUE.Expired; message expired", .expired),
        (nil, "554 delivery error: dd This user doesn't have a yahoo.example account (kim@yahoo.example)", .address),
        (nil, "554 delivery error: dd Sorry, this account has been disabled or discontinued", .address),
        (nil, "552 1 Requested mail action aborted, mailbox not found", .address),
        (nil, "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because of its reputation", .policy),
        (
          nil,
          "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints",
          .policy
        ),
        (nil, "554 5.7.9 Message not accepted for policy reasons", .policy),
        (nil, "552 5.2.2 the user is over quota (iCloud)", .mailboxFull),
        (nil, "550 5.1.1 unknown or illegal alias: kim@icloud.example", .address),
        (nil, "554 5.7.1 [CS01] Message rejected due to local policy", .policy),
        (nil, "550 5.7.1 Your email was rejected due to having a domain's DMARC policy of reject", .policy),
        (nil, "550 5.2.1 inactive mailbox", .address),
      ])
  }

  @Test func `the forms of GMX, Orange, Mail.ru and other providers`() {
    check(
      [
        (nil, "550 Requested action not taken: mailbox unavailable", .address),
        (nil, "550 Requested action not taken: mailbox unavailable; invalid DNS MX or A/AAAA resource record", .sender),
        (nil, "554 Transaction failed; reject due to policy restrictions", .policy),
        (nil, "552 Requested mail action aborted: exceeded storage allocation", .mailboxFull),
        (nil, "550 Benutzer nicht bekannt / User unknown", .address),
        (nil, "550 Unknown local part kim in <kim@web.example>", .address),
        (nil, "550 User has exhausted allowed storage space", .mailboxFull),
        (nil, "554 IP=192.0.2.1 - No dedicated mail server. Ask your postmaster", .policy),
        (nil, "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416", .address),
        (nil, "550 Adresse d au moins un destinataire invalide", .address),
        (nil, "550 5.2.0 Service refuse. Veuillez essayer plus tard. OFR_506", .policy),
        (nil, "552 5.1.1 boite du destinataire pleine", .address),
        (nil, "552 boite du destinataire pleine", .mailboxFull),
        (
          nil,
          "550 Message was not accepted -- invalid mailbox. Local mailbox kim@mail.example is unavailable: user is terminated",
          .address
        ),
        (nil, "550 no such user!", .address), (nil, "550 non-local recipient verification failed", .address),
        (nil, "550 spam message rejected. Please visit the page for abuse", .content),
        (nil, "554 5.7.1 [1] Message rejected under suspicion of SPAM", .policy),
        (nil, "550 Mailbox size limit exceeded", .mailboxFull), (nil, "550 User not found: kim", .address),
        (nil, "550 MI:SPB the mail was refused", .policy), (nil, "550 Mail content denied", .policy),
        (nil, "550 indirizzo inesistente", .address), (nil, "550 usuario desconocido", .address),
        (nil, "550 nie ma takiego konta", .address), (nil, "552 casella piena", .mailboxFull),
        (nil, "550 5.1.1 the address does not exist", .address), (nil, "550 the account is disabled", .address),
        (nil, "550 rate limit exceeded for this recipient", .policy),
        (nil, "550 too many connections from your host", .policy),
      ])
  }

  @Test func `the forms of Proofpoint, Mimecast, Barracuda and filters`() {
    check(
      [
        (nil, "554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1", .policy),
        (nil, "550 5.1.1 User not exist", .address), (nil, "550 User not exist", .address),
        (nil, "550 5.7.0 Local Policy Violation", .policy), (nil, "554 5.7.1 violates domain policy", .policy),
        (nil, "550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550", .address),
        (nil, "550 Administrative prohibition - envelope blocked", .policy),
        (nil, "550 Rejected by header based Anti-Spoofing policy: pfa.example", .policy),
        (nil, "554 Email rejected due to security policies; spam signature", .other),
        (nil, "550 DMARC Sender Invalid - envelope rejected", .policy),
        (nil, "550 SPF Sender Invalid - envelope rejected", .policy),
        (nil, "554 Virus Signature Detected", .content),
        (nil, "554 Service unavailable; blocked, barracudacentral.org", .policy),
        (nil, "550 cuda_nsu 5.1.1 Recipient address rejected: User unknown", .address),
        (nil, "550 No such user (kim@x.example)", .address),
        (nil, "550 rejecting spoofed message", .policy),
        (nil, "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", .policy),
        (nil, "550 Your host is listed in a DNSBL", .policy), (nil, "550 no reverse DNS for your address", .policy),
        (nil, "554 5.7.1 Spam message rejected", .content), (nil, "550 This message was classified as SPAM", .content),
        (nil, "550 High spam score (12)", .content), (nil, "552 the message is too large", .content),
        (nil, "554 infected with malware", .content), (nil, "550 SPF check failed", .policy),
        (nil, "451 4.7.1 Greylisting in action", .policy),
      ])
  }

  @Test func `the forms of Postfix, Exim, qmail, Sendmail and Exchange`() {
    check(
      [
        (
          "5.1.1", "smtp; 550 5.1.1 <[address]>: Recipient address rejected: User unknown in virtual mailbox table",
          .address
        ),
        (
          "5.4.4", "X-Postfix; Host or domain name not found. Name service error for name=x.example type=AAAA", .address
        ),
        ("4.4.1", "X-Postfix; connect to mx.example.com[192.0.2.1]:25: Connection timed out", .expired),
        ("5.1.10", "X-Postfix; Domain x.example does not accept mail (nullMX)", .address),
        ("5.7.1", "smtp; 554 5.7.1 <x>: Client host rejected: Access denied", .policy),
        ("5.1.0", "smtp; 550 5.1.0 <hello@pfa.example>: Sender address rejected: User unknown", .sender),
        ("5.3.4", "X-Postfix; message size 9 exceeds size limit 8 of server mx.example", .content),
        ("5.2.2", "X-Postfix; unable to deliver: maildir over quota", .mailboxFull),
        ("5.0.0", "smtp; 550 Unrouteable address", .address), ("5.0.0", "Unrouteable address", .address),
        ("5.0.0", "smtp; 550 relay not permitted", .sender), ("5.0.0", "smtp; 550 Sender verify failed", .sender),
        ("5.0.0", "retry timeout exceeded", .expired), ("5.0.0", "smtp; 552 message too big", .content),
        (nil, "Sorry, no mailbox here by that name. (#5.1.1)", .address),
        (nil, "Sorry, no mailbox here by that name.", .address),
        (nil, "Sorry, I couldn't find any host named x.example. (#5.1.2)", .address),
        (nil, "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)", .expired),
        (nil, "553 sorry, that domain isn't in my list of allowed rcpthosts", .sender),
        ("5.1.1", "smtp; 550 5.1.1 kim... User unknown", .address), ("5.1.2", "smtp; 550 Host unknown", .address),
        ("5.7.1", "smtp; 550 5.7.1 RESOLVER.RST.AuthRequired; sender not authenticated for group", .policy),
        ("5.7.1", "smtp; 550 5.7.1 Unable to relay", .sender),
        ("5.2.3", "smtp; 550 5.2.3 RESOLVER.RST.SendSizeLimit", .policy),
        ("5.7.57", "smtp; 530 5.7.57 Client was not authenticated to send anonymous mail", .policy),
        ("5.0.0", "smtp; 554 Email address is not verified", .sender),
        ("5.0.0", "smtp; 550 The from address does not match a verified Sender Identity", .sender),
        ("5.0.0", "smtp; 451 maximum credits exceeded", .policy), ("5.0.0", "smtp; 550 5.1.1. no", .address),
      ])
  }

  @Test(
    "A text loses addresses in every spelling, and keeps hosts",
    arguments: [
      ("550 5.1.1 <kim@example.com>: unknown at mx.example.com", "550 5.1.1 <[address]>: unknown at mx.example.com"),
      ("KIM@EXAMPLE.COM, kim%40example.com", "[address], [address]"),
      ("bounce+kim=example.com@pfa.example said", "[address] said"),
      ("kim=example.com and kim%example.com", "[address] and [address]"),
      ("example.com!kim", "[address]"), ("kim at example.com", "[address]"), ("kim (at) example.com.", "[address]."),
      ("&lt;kim&#64;example.com&gt;", "&lt;[address];"), ("\"Kim Lee\"@example.com", "[address]"),
      ("kim@[192.0.2.1] refused by mx[192.0.2.2]", "[address] refused by mx[192.0.2.2]"),
      ("kïm@exämple.com", "[address]"),
      ("kim＠example.com", "[address]"), ("rfc822;kim@example.com", "rfc822;[address]"),
      ("refused at gateway.example.com", "refused at gateway.example.com"), ("a\r\nb\u{0}\tc", "a b c"),
      ("@ alone", "@ alone"),
      ("kim+40example.com", "[address]"), ("", nil), (" \n", nil),
    ] as [(String, String?)])
  func texts(_ said: String, _ shown: String?) {
    #expect(ServerText.shown(said, recipient: "kim@example.com") == shown)
  }

  @Test func `a text has at most 500 characters`() {
    #expect(ServerText.shown(String(repeating: "é", count: 10_000))?.count == 500)
  }

  @Test(.timeLimit(.minutes(1))) func `the time for a text grows with its length, not with the square of it`() {
    for text in [String(repeating: "a@", count: 500_000), String(repeating: "user * ", count: 200_000)] {
      _ = ServerText.shown(text, recipient: "kim@example.com")
      _ = BounceDiagnosis(text: text)
    }
  }

  @Test func `every wording has a source, a day, and lower-case words that are found in themselves`() {
    for known in KnownWordings.all {
      #expect(!known.source.isEmpty && known.seen.count == 10)
      for words in known.words.flatMap(\.1) {
        #expect(
          words == words.lowercased() && KnownWording.subject(of: words.replacing("*", with: "x")) != nil, "\(words)")
      }
    }
  }
}
