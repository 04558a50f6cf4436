// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Whoever holds the link of an invitation's mail wants no more invitations: one click, no page and no question
/// (RFC 8058). Opening the link does nothing.
public enum Unsubscribe: Function {
  public static let name = "unsubscribe"

  public struct Event {
    let token: String
  }

  public typealias Output = MessageOutput

  public static func event(from data: Fields) throws(Problem) -> Event { Event(token: try data.text("token")) }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let address = try address(of: event.token, environment)
    return try environment.decide(call) { (rows) throws(Problem) in
      _ = try environment.unsubscribe(address, call, rows)
      let message = try environment.messages.text("unsubscribed", ["email": address.text], call.language)
      return Output(message: message)
    }
  }

  /// The address whose mail had the link.
  static func address(of token: String, _ environment: Environment) throws(Problem) -> EmailAddress {
    let text = try environment.store.read { (rows) throws(Problem) in
      try environment.hashKeys.address(ofUnsubscribeToken: token, in: rows)
    }
    guard let address = text.flatMap(EmailAddress.init) else {
      throw Problem(.codeInvalid, "the token is not one of a mail of ours")
    }
    return address
  }
}

extension Environment {
  /// Sends no more invitations to an address, and none of those that wait.
  /// - Returns: false where that was so before.
  func unsubscribe(_ address: EmailAddress, _ call: Call, _ rows: Transaction) throws(Problem) -> Bool {
    guard try rows.suppress(address, .unsubscribed, detail: nil, at: now) else { return false }
    for invitation in try rows.cancelOffers(to: address, because: .unsubscribed, at: now) {
      try rows.setDelivery(Suppression.unsubscribed.delivery, of: invitation)
    }
    let invitations = try rows.pendingInvitations(to: address, now: now)
    for invitation in invitations {
      try audit(call, "mail.unsubscribed", inviter: invitation.inviterID, subject: invitation.id, rows)
    }
    if invitations.isEmpty { try audit(call, "mail.unsubscribed", rows) }
    return true
  }
}
