// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What the person can do about it; absent if no action helps.
public struct RequiredAction: OpenEnumeration, Hashable {
  /// `verify_email`
  @_alwaysEmitIntoClient public static var verifyEmail: RequiredAction { RequiredAction(rawValue: "verify_email") }
  /// `complete_account`
  @_alwaysEmitIntoClient public static var completeAccount: RequiredAction {
    RequiredAction(rawValue: "complete_account")
  }
  /// `answer_challenge`
  @_alwaysEmitIntoClient public static var answerChallenge: RequiredAction {
    RequiredAction(rawValue: "answer_challenge")
  }
  /// `enroll_factor`
  @_alwaysEmitIntoClient public static var enrollFactor: RequiredAction { RequiredAction(rawValue: "enroll_factor") }
  /// `restore_account`
  @_alwaysEmitIntoClient public static var restoreAccount: RequiredAction {
    RequiredAction(rawValue: "restore_account")
  }
  /// `reset_password`
  @_alwaysEmitIntoClient public static var resetPassword: RequiredAction { RequiredAction(rawValue: "reset_password") }
  /// `reauthenticate`
  @_alwaysEmitIntoClient public static var reauthenticate: RequiredAction { RequiredAction(rawValue: "reauthenticate") }
  /// `contact_support`
  @_alwaysEmitIntoClient public static var contactSupport: RequiredAction {
    RequiredAction(rawValue: "contact_support")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
