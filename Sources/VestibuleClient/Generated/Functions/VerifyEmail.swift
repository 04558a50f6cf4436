// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the verification mail, or confirms or refuses the address with the mail's code. Exactly one of
/// these is present: `email`; `code`.
public struct VerifyEmailRequest: FunctionRequest {
  public typealias Answer = VerifyEmailResult

  /// The function that answers the request.
  public static let function = FunctionCall("verify-email", at: "/verify-email", for: .sessionIfAny)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String?
  /// The code in a mail's link.
  public var code: String?
  /// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
  /// address, or discards an account's new address.
  public var decision: VerifyEmailRequestDecision?

  /// Creates the value from its members.
  public init(email: String? = nil, code: String? = nil, decision: VerifyEmailRequestDecision? = nil) {
    self.email = email
    self.code = code
    self.decision = decision
  }
}

/// The verify email result.
public struct VerifyEmailResult: Codable, Hashable, Sendable {
  /// The text to show the person.
  public var message: String?
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account?
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState?
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]?
  /// The id of the account that was deleted because its address was refused.
  public var deleted: String?

  /// Creates the value from its members.
  public init(
    message: String? = nil, account: Account? = nil, state: AccountState? = nil, missing: [String]? = nil,
    deleted: String? = nil
  ) {
    self.message = message
    self.account = account
    self.state = state
    self.missing = missing
    self.deleted = deleted
  }
}

/// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
/// address, or discards an account's new address.
public enum VerifyEmailRequestDecision: RawRepresentable, Codable, Hashable, Sendable {
  /// `confirm`
  case confirm
  /// `refuse`
  case refuse
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "confirm": .confirm
      case "refuse": .refuse
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .confirm: "confirm"
    case .refuse: "refuse"
    case .other(let text): text
    }
  }
}
