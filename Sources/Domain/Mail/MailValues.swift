// SPDX-License-Identifier: Apache-2.0

/// What a mail or a text message says: the values from which its texts are made when it is sent. They are stored with
/// the queued message, encrypted, because many contain a code.
package protocol MailValues: Sendable {
  /// - Throws: if a value is missing that each message of the kind has.
  init(_ stored: StoredMail) throws(MissingMailValue)

  /// The form in which they are stored.
  var json: JSON { get }

  /// The values with the time that is left when the message is sent: it may have waited for a relay.
  /// - Parameter end: when the message's content ends.
  func sent(at date: Timestamp, before end: Timestamp) -> Self
}

extension MailValues {
  package func sent(at date: Timestamp, before end: Timestamp) -> Self { self }
}

/// A kind of mail or text message with the type of its values, so that none is queued with the values of another.
package struct MailKind<Values: MailValues>: Sendable {
  package let kind: OutboxMessage.Kind

  private init(_ kind: OutboxMessage.Kind) { self.kind = kind }
}

extension MailKind<InvitationMail> {
  package static var invitation: Self { Self(.invitation) }
  package static var resentInvitation: Self { Self(.resentInvitation) }
  package static var reminder: Self { Self(.reminder) }
  package static var invitationSMS: Self { Self(.invitationSMS) }
}

extension MailKind<ClientMail> {
  package static var invitationAccepted: Self { Self(.invitationAccepted) }
  package static var clientLeft: Self { Self(.clientLeft) }
}

extension MailKind<DeclinedMail> { package static var invitationDeclined: Self { Self(.invitationDeclined) } }
extension MailKind<RequestedMail> { package static var invitationRequested: Self { Self(.invitationRequested) } }
extension MailKind<JoinRequestMail> { package static var joinRequest: Self { Self(.joinRequest) } }

extension MailKind<CodeMail> {
  package static var verifyEmail: Self { Self(.verifyEmail) }
  package static var confirmEmailChange: Self { Self(.confirmEmailChange) }
  package static var resetPassword: Self { Self(.resetPassword) }
  package static var guardianRequest: Self { Self(.guardianRequest) }
  package static var signInCode: Self { Self(.signInCode) }
}

extension MailKind<AccountMail<NoDetails>> {
  package static var passwordChanged: Self { Self(.passwordChanged) }
  package static var addressProven: Self { Self(.addressProven) }
}

extension MailKind<AccountMail<EventOrigin>> {
  package static var newDevice: Self { Self(.newDevice) }
  package static var accountExported: Self { Self(.accountExported) }
  package static var accountRestored: Self { Self(.accountRestored) }
}

extension MailKind<AccountMail<NewCountry>> { package static var newCountry: Self { Self(.newCountry) } }
extension MailKind<AccountMail<AccountLock>> { package static var accountLocked: Self { Self(.accountLocked) } }
extension MailKind<AccountMail<NewAddress>> { package static var emailChangeNotice: Self { Self(.emailChangeNotice) } }
extension MailKind<AccountMail<MovedAddress>> { package static var addressMoved: Self { Self(.addressMoved) } }
extension MailKind<AccountMail<JoinAnswer>> { package static var joinAnswer: Self { Self(.joinAnswer) } }

extension MailKind<AccountMail<FactorChange>> {
  package static var factorAdded: Self { Self(.factorAdded) }
  package static var factorRemoved: Self { Self(.factorRemoved) }
}

extension MailKind<AccountMail<ProviderChange>> {
  package static var providerAdded: Self { Self(.providerAdded) }
  package static var providerRemoved: Self { Self(.providerRemoved) }
}

extension MailKind<AccountMail<PlannedDeletion>> {
  package static var accountDeletion: Self { Self(.accountDeletion) }
  package static var accountClosed: Self { Self(.accountClosed) }
}

/// The stored values of a mail or text message, from which the typed ones are read.
package struct StoredMail {
  package let kind: OutboxMessage.Kind
  package let values: JSON
  /// Replaces the name of an inviter that is not usable (`PersonName`).
  package let appName: String
  /// Replaces the name of a client that is not usable, if the values do not contain the client's address.
  package let recipient: String

  package init(_ kind: OutboxMessage.Kind, _ values: JSON, appName: String, recipient: String) {
    (self.kind, self.values, self.appName, self.recipient) = (kind, values, appName, recipient)
  }

  func text(_ name: String) throws(MissingMailValue) -> String { try present(values[name]?.string, "/\(name)") }

  func text(_ object: String, _ name: String) throws(MissingMailValue) -> String {
    try present(values[object]?[name]?.string, "/\(object)/\(name)")
  }

  func number(_ name: String) throws(MissingMailValue) -> Int { try present(values[name]?.integer, "/\(name)") }

  func flag(_ name: String) throws(MissingMailValue) -> Bool { try present(values[name]?.bool, "/\(name)") }

  func time(_ name: String) throws(MissingMailValue) -> Timestamp {
    try present(values[name]?.string.flatMap(Timestamp.init(rfc3339:)), "/\(name)")
  }

  private func present<Value>(_ value: Value?, _ pointer: String) throws(MissingMailValue) -> Value {
    guard let value else { throw MissingMailValue(pointer: pointer) }
    return value
  }
}

/// A value without which a text of the mail would be empty.
package struct MissingMailValue: Error {
  /// A JSON pointer.
  package let pointer: String
}
