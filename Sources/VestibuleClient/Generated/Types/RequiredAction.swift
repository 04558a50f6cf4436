// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The required action.
public enum RequiredAction: RawRepresentable, Codable, Hashable, Sendable {
  /// `verify_email`
  case verifyEmail
  /// `complete_account`
  case completeAccount
  /// `answer_challenge`
  case answerChallenge
  /// `enroll_factor`
  case enrollFactor
  /// `restore_account`
  case restoreAccount
  /// `reset_password`
  case resetPassword
  /// `reauthenticate`
  case reauthenticate
  /// `contact_support`
  case contactSupport
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "verify_email": .verifyEmail
      case "complete_account": .completeAccount
      case "answer_challenge": .answerChallenge
      case "enroll_factor": .enrollFactor
      case "restore_account": .restoreAccount
      case "reset_password": .resetPassword
      case "reauthenticate": .reauthenticate
      case "contact_support": .contactSupport
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .verifyEmail: "verify_email"
    case .completeAccount: "complete_account"
    case .answerChallenge: "answer_challenge"
    case .enrollFactor: "enroll_factor"
    case .restoreAccount: "restore_account"
    case .resetPassword: "reset_password"
    case .reauthenticate: "reauthenticate"
    case .contactSupport: "contact_support"
    case .other(let text): text
    }
  }
}
