// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// What a refusal in an SMTP session means. The class of libcurl's error does not say it, so the reply decides
/// (RFC 5321, section 4.2.1).
struct SMTPRefusal {
  let reply: SMTPDialogue.Reply
  /// The reply without addresses.
  let text: String?

  init(_ reply: SMTPDialogue.Reply, recipient: String?) {
    self.reply = reply
    text = ServerText.shown("\(reply.code)", reply.text, recipient: recipient)
  }

  /// Such as `SMTP reply 550 5.1.1 no such user (to RCPT TO)`.
  var reason: String { "SMTP reply \(text ?? String(reply.code)) (to \(reply.stage.rawValue))" }

  var attempt: DeliveryAttempt {
    let said = BounceDiagnosis(text: reply.text)
    switch (reply.stage, reply.code) {
    case (.greeting, 421): return .relayBusy(reason)
    case (_, 421), (_, 432), (_, 530), (_, 534), (_, 535), (_, 538): return .relayFailure(reason, after: nil)
    // A size is the only thing that MAIL says about the mail.
    case (.sender, 500...) where said.reason == .content || reply.code == 552 && said.reason == nil:
      return .bounced(.content, reason, text: text)
    case (.greeting, _), (.hello, _), (.startTLS, _), (.login, _), (.sender, _):
      return .relayFailure(reason, after: nil)
    // The server does not take the command from this client, such as one that has not signed in.
    case (.recipient, 502), (.recipient, 503): return .relayFailure(reason, after: nil)
    case (.recipient, _), (.data, _), (.end, _):
      if said.isAboutSender { return .relayFailure(reason, after: nil) }
      if reply.code < 500 { return .retry(reason, after: nil) }
      return .bounced(said.reason(or: .other, isAddressPossible: namesRecipient), reason, text: text)
    }
  }

  /// Whether the server does not take addresses with non-ASCII characters for this mail (RFC 6531, section 3.5).
  var lacksSMTPUTF8: Bool { reply.code >= 500 && EnhancedStatus(in: reply.text)?.lacksSMTPUTF8 ?? false }

  /// Whether words about an account can mean the recipient's. After the recipient was accepted, relays say them about
  /// the account that sends; only a code is precise.
  private var namesRecipient: Bool {
    reply.stage == .recipient || EnhancedStatus(in: reply.text)?.statement == .definite(.address)
  }
}

extension BounceDiagnosis {
  /// Whether the refusal speaks of this service, its account or its host, so other mails are refused too.
  var isAboutSender: Bool {
    switch wording {
    case .quota, .relaying, .sender, .host: true
    case .rate, .policy, .mailboxFull, .content, .expired, .address: false
    case nil: reason == .sender
    }
  }
}
