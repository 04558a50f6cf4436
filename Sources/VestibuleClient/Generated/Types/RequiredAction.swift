// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What the person can do about it; nil if no action helps.
public struct RequiredAction: OpenEnumeration {
  /// `sign_in`
  public static let signIn = RequiredAction(rawValue: "sign_in")
  /// `verify_email`
  public static let verifyEmail = RequiredAction(rawValue: "verify_email")
  /// `complete_account`
  public static let completeAccount = RequiredAction(rawValue: "complete_account")
  /// `answer_challenge`
  public static let answerChallenge = RequiredAction(rawValue: "answer_challenge")
  /// `enroll_factor`
  public static let enrollFactor = RequiredAction(rawValue: "enroll_factor")
  /// `restore_account`
  public static let restoreAccount = RequiredAction(rawValue: "restore_account")
  /// `reset_password`
  public static let resetPassword = RequiredAction(rawValue: "reset_password")
  /// `reauthenticate`
  public static let reauthenticate = RequiredAction(rawValue: "reauthenticate")
  /// `contact_support`
  public static let contactSupport = RequiredAction(rawValue: "contact_support")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
