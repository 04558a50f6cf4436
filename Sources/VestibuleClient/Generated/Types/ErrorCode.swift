// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What was refused or failed: a code of a closed list.
public struct ErrorCode: OpenEnumeration, Hashable {
  /// `event/invalid`
  @_alwaysEmitIntoClient public static var eventInvalid: ErrorCode { ErrorCode(rawValue: "event/invalid") }
  /// `event/too-large`
  @_alwaysEmitIntoClient public static var eventTooLarge: ErrorCode { ErrorCode(rawValue: "event/too-large") }
  /// `event/not-json`
  @_alwaysEmitIntoClient public static var eventNotJson: ErrorCode { ErrorCode(rawValue: "event/not-json") }
  /// `event/id-conflict`
  @_alwaysEmitIntoClient public static var eventIdConflict: ErrorCode { ErrorCode(rawValue: "event/id-conflict") }
  /// `http/not-found`
  @_alwaysEmitIntoClient public static var httpNotFound: ErrorCode { ErrorCode(rawValue: "http/not-found") }
  /// `http/method-not-allowed`
  @_alwaysEmitIntoClient public static var httpMethodNotAllowed: ErrorCode {
    ErrorCode(rawValue: "http/method-not-allowed")
  }
  /// `http/unsupported-media-type`
  @_alwaysEmitIntoClient public static var httpUnsupportedMediaType: ErrorCode {
    ErrorCode(rawValue: "http/unsupported-media-type")
  }
  /// `auth/unauthenticated`
  @_alwaysEmitIntoClient public static var authUnauthenticated: ErrorCode {
    ErrorCode(rawValue: "auth/unauthenticated")
  }
  /// `auth/token-expired`
  @_alwaysEmitIntoClient public static var authTokenExpired: ErrorCode { ErrorCode(rawValue: "auth/token-expired") }
  /// `auth/session-expired`
  @_alwaysEmitIntoClient public static var authSessionExpired: ErrorCode { ErrorCode(rawValue: "auth/session-expired") }
  /// `auth/session-revoked`
  @_alwaysEmitIntoClient public static var authSessionRevoked: ErrorCode { ErrorCode(rawValue: "auth/session-revoked") }
  /// `auth/invalid-id-token`
  @_alwaysEmitIntoClient public static var authInvalidIdToken: ErrorCode {
    ErrorCode(rawValue: "auth/invalid-id-token")
  }
  /// `auth/nonce-mismatch`
  @_alwaysEmitIntoClient public static var authNonceMismatch: ErrorCode { ErrorCode(rawValue: "auth/nonce-mismatch") }
  /// `auth/id-token-used`
  @_alwaysEmitIntoClient public static var authIdTokenUsed: ErrorCode { ErrorCode(rawValue: "auth/id-token-used") }
  /// `auth/invalid-credential`
  @_alwaysEmitIntoClient public static var authInvalidCredential: ErrorCode {
    ErrorCode(rawValue: "auth/invalid-credential")
  }
  /// `auth/wrong-password`
  @_alwaysEmitIntoClient public static var authWrongPassword: ErrorCode { ErrorCode(rawValue: "auth/wrong-password") }
  /// `auth/user-not-found`
  @_alwaysEmitIntoClient public static var authUserNotFound: ErrorCode { ErrorCode(rawValue: "auth/user-not-found") }
  /// `auth/permission-denied`
  @_alwaysEmitIntoClient public static var authPermissionDenied: ErrorCode {
    ErrorCode(rawValue: "auth/permission-denied")
  }
  /// `auth/role-mismatch`
  @_alwaysEmitIntoClient public static var authRoleMismatch: ErrorCode { ErrorCode(rawValue: "auth/role-mismatch") }
  /// `auth/user-disabled`
  @_alwaysEmitIntoClient public static var authUserDisabled: ErrorCode { ErrorCode(rawValue: "auth/user-disabled") }
  /// `auth/email-not-verified`
  @_alwaysEmitIntoClient public static var authEmailNotVerified: ErrorCode {
    ErrorCode(rawValue: "auth/email-not-verified")
  }
  /// `auth/requires-recent-login`
  @_alwaysEmitIntoClient public static var authRequiresRecentLogin: ErrorCode {
    ErrorCode(rawValue: "auth/requires-recent-login")
  }
  /// `auth/email-domain-not-allowed`
  @_alwaysEmitIntoClient public static var authEmailDomainNotAllowed: ErrorCode {
    ErrorCode(rawValue: "auth/email-domain-not-allowed")
  }
  /// `auth/underage-user`
  @_alwaysEmitIntoClient public static var authUnderageUser: ErrorCode { ErrorCode(rawValue: "auth/underage-user") }
  /// `auth/parental-consent-required`
  @_alwaysEmitIntoClient public static var authParentalConsentRequired: ErrorCode {
    ErrorCode(rawValue: "auth/parental-consent-required")
  }
  /// `auth/provider-not-enabled`
  @_alwaysEmitIntoClient public static var authProviderNotEnabled: ErrorCode {
    ErrorCode(rawValue: "auth/provider-not-enabled")
  }
  /// `auth/bot-suspected`
  @_alwaysEmitIntoClient public static var authBotSuspected: ErrorCode { ErrorCode(rawValue: "auth/bot-suspected") }
  /// `auth/account-incomplete`
  @_alwaysEmitIntoClient public static var authAccountIncomplete: ErrorCode {
    ErrorCode(rawValue: "auth/account-incomplete")
  }
  /// `auth/guardian-pending`
  @_alwaysEmitIntoClient public static var authGuardianPending: ErrorCode {
    ErrorCode(rawValue: "auth/guardian-pending")
  }
  /// `auth/factor-required`
  @_alwaysEmitIntoClient public static var authFactorRequired: ErrorCode { ErrorCode(rawValue: "auth/factor-required") }
  /// `auth/form-invalid`
  @_alwaysEmitIntoClient public static var authFormInvalid: ErrorCode { ErrorCode(rawValue: "auth/form-invalid") }
  /// `auth/email-already-in-use`
  @_alwaysEmitIntoClient public static var authEmailAlreadyInUse: ErrorCode {
    ErrorCode(rawValue: "auth/email-already-in-use")
  }
  /// `auth/provider-already-linked`
  @_alwaysEmitIntoClient public static var authProviderAlreadyLinked: ErrorCode {
    ErrorCode(rawValue: "auth/provider-already-linked")
  }
  /// `auth/role-immutable`
  @_alwaysEmitIntoClient public static var authRoleImmutable: ErrorCode { ErrorCode(rawValue: "auth/role-immutable") }
  /// `auth/last-sign-in-method`
  @_alwaysEmitIntoClient public static var authLastSignInMethod: ErrorCode {
    ErrorCode(rawValue: "auth/last-sign-in-method")
  }
  /// `auth/confirmation-required`
  @_alwaysEmitIntoClient public static var authConfirmationRequired: ErrorCode {
    ErrorCode(rawValue: "auth/confirmation-required")
  }
  /// `auth/username-already-in-use`
  @_alwaysEmitIntoClient public static var authUsernameAlreadyInUse: ErrorCode {
    ErrorCode(rawValue: "auth/username-already-in-use")
  }
  /// `auth/invalid-email`
  @_alwaysEmitIntoClient public static var authInvalidEmail: ErrorCode { ErrorCode(rawValue: "auth/invalid-email") }
  /// `auth/weak-password`
  @_alwaysEmitIntoClient public static var authWeakPassword: ErrorCode { ErrorCode(rawValue: "auth/weak-password") }
  /// `auth/invalid-display-name`
  @_alwaysEmitIntoClient public static var authInvalidDisplayName: ErrorCode {
    ErrorCode(rawValue: "auth/invalid-display-name")
  }
  /// `auth/invalid-phone-number`
  @_alwaysEmitIntoClient public static var authInvalidPhoneNumber: ErrorCode {
    ErrorCode(rawValue: "auth/invalid-phone-number")
  }
  /// `auth/invalid-role`
  @_alwaysEmitIntoClient public static var authInvalidRole: ErrorCode { ErrorCode(rawValue: "auth/invalid-role") }
  /// `auth/consent-required`
  @_alwaysEmitIntoClient public static var authConsentRequired: ErrorCode {
    ErrorCode(rawValue: "auth/consent-required")
  }
  /// `auth/code-invalid`
  @_alwaysEmitIntoClient public static var authCodeInvalid: ErrorCode { ErrorCode(rawValue: "auth/code-invalid") }
  /// `auth/code-expired`
  @_alwaysEmitIntoClient public static var authCodeExpired: ErrorCode { ErrorCode(rawValue: "auth/code-expired") }
  /// `auth/too-many-requests`
  @_alwaysEmitIntoClient public static var authTooManyRequests: ErrorCode {
    ErrorCode(rawValue: "auth/too-many-requests")
  }
  /// `invitation/not-found`
  @_alwaysEmitIntoClient public static var invitationNotFound: ErrorCode { ErrorCode(rawValue: "invitation/not-found") }
  /// `invitation/expired`
  @_alwaysEmitIntoClient public static var invitationExpired: ErrorCode { ErrorCode(rawValue: "invitation/expired") }
  /// `invitation/revoked`
  @_alwaysEmitIntoClient public static var invitationRevoked: ErrorCode { ErrorCode(rawValue: "invitation/revoked") }
  /// `invitation/superseded`
  @_alwaysEmitIntoClient public static var invitationSuperseded: ErrorCode {
    ErrorCode(rawValue: "invitation/superseded")
  }
  /// `invitation/already-accepted`
  @_alwaysEmitIntoClient public static var invitationAlreadyAccepted: ErrorCode {
    ErrorCode(rawValue: "invitation/already-accepted")
  }
  /// `invitation/email-mismatch`
  @_alwaysEmitIntoClient public static var invitationEmailMismatch: ErrorCode {
    ErrorCode(rawValue: "invitation/email-mismatch")
  }
  /// `invitation/not-pending`
  @_alwaysEmitIntoClient public static var invitationNotPending: ErrorCode {
    ErrorCode(rawValue: "invitation/not-pending")
  }
  /// `client/not-found`
  @_alwaysEmitIntoClient public static var clientNotFound: ErrorCode { ErrorCode(rawValue: "client/not-found") }
  /// `client/duplicate`
  @_alwaysEmitIntoClient public static var clientDuplicate: ErrorCode { ErrorCode(rawValue: "client/duplicate") }
  /// `workout/not-found`
  @_alwaysEmitIntoClient public static var workoutNotFound: ErrorCode { ErrorCode(rawValue: "workout/not-found") }
  /// `service/unavailable`
  @_alwaysEmitIntoClient public static var serviceUnavailable: ErrorCode { ErrorCode(rawValue: "service/unavailable") }
  /// `service/deadline`
  @_alwaysEmitIntoClient public static var serviceDeadline: ErrorCode { ErrorCode(rawValue: "service/deadline") }
  /// `service/misconfigured`
  @_alwaysEmitIntoClient public static var serviceMisconfigured: ErrorCode {
    ErrorCode(rawValue: "service/misconfigured")
  }
  /// `service/internal`
  @_alwaysEmitIntoClient public static var serviceInternal: ErrorCode { ErrorCode(rawValue: "service/internal") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
