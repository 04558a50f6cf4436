// SPDX-License-Identifier: Apache-2.0

/// What a person has agreed to, and what their parent or guardian says of that.
public struct Consent: Equatable, Sendable {
  /// Where a guardian stands who was asked for their consent.
  public enum Guardian: String, Sendable {
    case none, pending, agreed, refused, withdrawn

    /// Whether the guardian does not want the account, which closes it.
    public var isAgainst: Bool { self == .refused || self == .withdrawn }
  }

  /// The version of the terms; nil where nothing was agreed to.
  public var version: String?
  public var agreedAt: Timestamp?
  public var guardian: Guardian
  /// The guardian who was named last, whether or not they had to be asked.
  public var guardianEmail: EmailAddress?
  /// When the guardian decided, or was asked.
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

  /// As accounts show it. The guardian's address is not among it: an account is shown to more people than its owner.
  public var json: JSON {
    [
      "version": version.map(JSON.string) ?? .null, "agreedAt": agreedAt.map { .string($0.rfc3339) } ?? .null,
      "guardian": .string(guardian.rawValue),
    ]
  }
}

/// What somebody says of their age and agrees to, in one event.
public struct Statement: Equatable, Sendable {
  public var birthDate: BirthDate?
  /// The version of the terms that is agreed to; nil where nothing is said of them.
  public var version: String?
  public var guardianEmail: EmailAddress?

  public init(birthDate: BirthDate? = nil, version: String? = nil, guardianEmail: EmailAddress? = nil) {
    self.birthDate = birthDate
    self.version = version
    self.guardianEmail = guardianEmail
  }

  public var isEmpty: Bool { self == Statement() }
}
