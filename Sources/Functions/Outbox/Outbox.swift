// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Queues messages in the transaction of a decision. They are sent after its commit.
package struct Outbox {
  let decision: Decision

  /// Queues a mail or text message in the transaction of the decision.
  /// - Parameters: as of the other messages.
  @discardableResult
  func queue<Values>(
    _ mail: MailKind<Values>, about invitationID: String? = nil, of accountID: String? = nil, to recipient: String,
    locale: String?, _ values: Values, expiresAt: Timestamp, dispatch: Dispatch = .later
  ) throws(Problem) -> OutboxMessage {
    try queue(
      mail.kind, about: invitationID, of: accountID, to: recipient, locale: locale, values.json, expiresAt: expiresAt,
      dispatch: dispatch)
  }

  /// Queues a message in the transaction of the decision.
  /// - Parameters:
  ///   - accountID: the account that the message belongs to. The message is erased with the account.
  ///   - values: the values of its template. They are stored encrypted, because they may contain a code.
  ///   - traceparent: the trace context to use if this event has none.
  @discardableResult
  func queue(
    _ kind: OutboxMessage.Kind, about invitationID: String? = nil, of accountID: String? = nil, to recipient: String,
    locale: String?, _ values: JSON, expiresAt: Timestamp, dispatch: Dispatch = .later,
    traceparent: String? = nil
  ) throws(Problem) -> OutboxMessage {
    let id = decision.newID()
    let sealed = try decision.secret.seal(values.text, for: .mailValues, at: id)
    var message = OutboxMessage(
      id: id, kind: kind, invitationID: invitationID, accountID: accountID,
      locale: LanguageTag.best(for: locale, among: decision.policy.app.locales).text,
      recipient: recipient, sealedValues: sealed, state: .queued, attempts: 0, dueAt: decision.now,
      expiresAt: expiresAt, createdAt: decision.now)
    message.traceparent = decision.environment.traceparent ?? traceparent
    switch dispatch {
    case .later: break
    case .now:
      (message.state, message.attempts) = (.leased, 1)
      message.dueAt = LeasedMessages(decision.call, decision.environment).end
    case .decoy: (message.recipient, message.sealedValues, message.state) = ("", "", .cancelled)
    }
    try decision.tables.outbox.insert(message)
    return message
  }
}
