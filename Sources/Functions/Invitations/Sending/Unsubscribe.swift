// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The recipient of an invitation's mail unsubscribes from invitations with one click, without a page or a question
/// (RFC 8058). Opening the link has no effect.
package enum Unsubscribe: Function {
  package static let name = "unsubscribe"

  package struct Event {
    package let token: String
  }

  package typealias Output = MessageOutput

  package static func event(from data: Fields) throws(Problem) -> Event { Event(token: try data.text("token")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let address = try address(of: event.token, environment)
    return try environment.decide(call) { (decision) throws(Problem) in
      _ = try decision.suppressions.unsubscribe(address)
      let message = try decision.messages.text(.unsubscribed, ["email": address.text], call.language)
      return Output(message: message)
    }
  }

  /// The address to which the mail with the token was sent.
  package static func address(of token: String, _ environment: Environment) throws(Problem) -> EmailAddress {
    let text = try environment.store.read { (transaction) throws(Problem) in
      try environment.hashKeys.address(ofUnsubscribeToken: token, in: transaction)
    }
    guard let address = text.flatMap(EmailAddress.init) else {
      throw Problem(.codeInvalid, "the token is not one of this service")
    }
    return address
  }
}

extension Suppressions {
  /// Suppresses invitations to an address, and cancels those in the queue.
  /// - Returns: false if the address was suppressed already.
  package func unsubscribe(_ address: EmailAddress) throws(Problem) -> Bool {
    guard try suppress(address, .unsubscribed, detail: nil) else { return false }
    for invitation in try decision.tables.suppressions.cancelOffers(
      to: address, because: .unsubscribed, at: decision.now)
    {
      try decision.tables.invitations.setDelivery(Suppression.unsubscribed.delivery, of: invitation)
    }
    let invitations = try decision.tables.invitations.pending(to: address, now: decision.now)
    for invitation in invitations {
      try decision.audit(.mailUnsubscribed, team: invitation.teamID, subject: invitation.id)
    }
    if invitations.isEmpty { try decision.audit(.mailUnsubscribed) }
    return true
  }
}
