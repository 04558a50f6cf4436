// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What the person can do about it; nil if no action helps.
public struct RequiredAction: OpenEnumeration {
  /// `sign_in`: sign in again.
  public static let signIn = RequiredAction(rawValue: "sign_in")
  /// `verify_email`: verify the address with the code of the mail.
  public static let verifyEmail = RequiredAction(rawValue: "verify_email")
  /// `complete_account`: add what the account lacks.
  public static let completeAccount = RequiredAction(rawValue: "complete_account")
  /// `answer_challenge`: pass the second factor.
  public static let answerChallenge = RequiredAction(rawValue: "answer_challenge")
  /// `enroll_factor`: enroll a second factor.
  public static let enrollFactor = RequiredAction(rawValue: "enroll_factor")
  /// `restore_account`: restore the account, which is being deleted.
  public static let restoreAccount = RequiredAction(rawValue: "restore_account")
  /// `reset_password`: set a new password, with the code of a mail.
  public static let resetPassword = RequiredAction(rawValue: "reset_password")
  /// `reauthenticate`: prove again who they are.
  public static let reauthenticate = RequiredAction(rawValue: "reauthenticate")
  /// `contact_support`: contact the app's support.
  public static let contactSupport = RequiredAction(rawValue: "contact_support")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
