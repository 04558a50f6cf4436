// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
/// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
public enum AccountState: RawRepresentable, Codable, Hashable, Sendable {
  /// `emailNotVerified`
  case emailNotVerified
  /// `incomplete`
  case incomplete
  /// `guardianPending`
  case guardianPending
  /// `factorRequired`
  case factorRequired
  /// `signedIn`
  case signedIn
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "emailNotVerified": .emailNotVerified
      case "incomplete": .incomplete
      case "guardianPending": .guardianPending
      case "factorRequired": .factorRequired
      case "signedIn": .signedIn
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .emailNotVerified: "emailNotVerified"
    case .incomplete: "incomplete"
    case .guardianPending: "guardianPending"
    case .factorRequired: "factorRequired"
    case .signedIn: "signedIn"
    case .other(let text): text
    }
  }
}
