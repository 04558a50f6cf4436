// SPDX-License-Identifier: Apache-2.0

/// What a person has agreed to, and the decision of their parent or guardian.
public struct Consent: Equatable, Sendable {
  /// The state of a guardian's consent.
  public enum Guardian: String, Sendable {
    case none, pending, agreed, refused, withdrawn

    /// Whether the guardian refused or withdrew consent, which closes the account.
    public var isAgainst: Bool { self == .refused || self == .withdrawn }
  }

  /// The version of the terms; nil if the person has agreed to none.
  public var version: String?
  public var agreedAt: Timestamp?
  public var guardian: Guardian
  /// The guardian who was named last, whether or not their consent was required.
  public var guardianEmail: EmailAddress?
  /// When the guardian was asked or decided.
  public var guardianAt: Timestamp?

  public init(
    version: String? = nil, agreedAt: Timestamp? = nil, guardian: Guardian = .none, guardianEmail: EmailAddress? = nil,
    guardianAt: Timestamp? = nil
  ) {
    self.version = version
    self.agreedAt = agreedAt
    self.guardian = guardian
    self.guardianEmail = guardianEmail
    self.guardianAt = guardianAt
  }

  /// As in results. It omits the guardian's address, because accounts are shown to other people than their owner.
  public var json: JSON {
    [
      "version": version.map(JSON.string) ?? .null, "agreedAt": agreedAt.map { .string($0.rfc3339) } ?? .null,
      "guardian": .string(guardian.rawValue),
    ]
  }
}

/// The age and the consent that a person states in one event.
public struct Statement: Equatable, Sendable {
  public var birthDate: BirthDate?
  /// The version of the terms that the person agrees to; nil if the event names none.
  public var version: String?
  public var guardianEmail: EmailAddress?

  public init(birthDate: BirthDate? = nil, version: String? = nil, guardianEmail: EmailAddress? = nil) {
    self.birthDate = birthDate
    self.version = version
    self.guardianEmail = guardianEmail
  }

  public var isEmpty: Bool { self == Statement() }
}
