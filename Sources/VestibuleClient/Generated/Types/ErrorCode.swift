// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The error code.
public enum ErrorCode: RawRepresentable, Codable, Hashable, Sendable {
  /// `event/invalid`
  case eventInvalid
  /// `event/too-large`
  case eventTooLarge
  /// `event/not-json`
  case eventNotJson
  /// `event/id-conflict`
  case eventIdConflict
  /// `http/not-found`
  case httpNotFound
  /// `http/method-not-allowed`
  case httpMethodNotAllowed
  /// `http/unsupported-media-type`
  case httpUnsupportedMediaType
  /// `auth/unauthenticated`
  case authUnauthenticated
  /// `auth/token-expired`
  case authTokenExpired
  /// `auth/session-expired`
  case authSessionExpired
  /// `auth/session-revoked`
  case authSessionRevoked
  /// `auth/invalid-id-token`
  case authInvalidIdToken
  /// `auth/nonce-mismatch`
  case authNonceMismatch
  /// `auth/id-token-used`
  case authIdTokenUsed
  /// `auth/invalid-credential`
  case authInvalidCredential
  /// `auth/wrong-password`
  case authWrongPassword
  /// `auth/user-not-found`
  case authUserNotFound
  /// `auth/permission-denied`
  case authPermissionDenied
  /// `auth/role-mismatch`
  case authRoleMismatch
  /// `auth/user-disabled`
  case authUserDisabled
  /// `auth/email-not-verified`
  case authEmailNotVerified
  /// `auth/requires-recent-login`
  case authRequiresRecentLogin
  /// `auth/email-domain-not-allowed`
  case authEmailDomainNotAllowed
  /// `auth/underage-user`
  case authUnderageUser
  /// `auth/parental-consent-required`
  case authParentalConsentRequired
  /// `auth/provider-not-enabled`
  case authProviderNotEnabled
  /// `auth/bot-suspected`
  case authBotSuspected
  /// `auth/account-incomplete`
  case authAccountIncomplete
  /// `auth/guardian-pending`
  case authGuardianPending
  /// `auth/factor-required`
  case authFactorRequired
  /// `auth/form-invalid`
  case authFormInvalid
  /// `auth/email-already-in-use`
  case authEmailAlreadyInUse
  /// `auth/provider-already-linked`
  case authProviderAlreadyLinked
  /// `auth/role-immutable`
  case authRoleImmutable
  /// `auth/last-sign-in-method`
  case authLastSignInMethod
  /// `auth/confirmation-required`
  case authConfirmationRequired
  /// `auth/username-already-in-use`
  case authUsernameAlreadyInUse
  /// `auth/invalid-email`
  case authInvalidEmail
  /// `auth/weak-password`
  case authWeakPassword
  /// `auth/invalid-display-name`
  case authInvalidDisplayName
  /// `auth/invalid-phone-number`
  case authInvalidPhoneNumber
  /// `auth/invalid-role`
  case authInvalidRole
  /// `auth/consent-required`
  case authConsentRequired
  /// `auth/code-invalid`
  case authCodeInvalid
  /// `auth/code-expired`
  case authCodeExpired
  /// `auth/too-many-requests`
  case authTooManyRequests
  /// `invitation/not-found`
  case invitationNotFound
  /// `invitation/expired`
  case invitationExpired
  /// `invitation/revoked`
  case invitationRevoked
  /// `invitation/superseded`
  case invitationSuperseded
  /// `invitation/already-accepted`
  case invitationAlreadyAccepted
  /// `invitation/email-mismatch`
  case invitationEmailMismatch
  /// `invitation/not-pending`
  case invitationNotPending
  /// `client/not-found`
  case clientNotFound
  /// `client/duplicate`
  case clientDuplicate
  /// `workout/not-found`
  case workoutNotFound
  /// `service/unavailable`
  case serviceUnavailable
  /// `service/deadline`
  case serviceDeadline
  /// `service/misconfigured`
  case serviceMisconfigured
  /// `service/internal`
  case serviceInternal
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "event/invalid": .eventInvalid
      case "event/too-large": .eventTooLarge
      case "event/not-json": .eventNotJson
      case "event/id-conflict": .eventIdConflict
      case "http/not-found": .httpNotFound
      case "http/method-not-allowed": .httpMethodNotAllowed
      case "http/unsupported-media-type": .httpUnsupportedMediaType
      case "auth/unauthenticated": .authUnauthenticated
      case "auth/token-expired": .authTokenExpired
      case "auth/session-expired": .authSessionExpired
      case "auth/session-revoked": .authSessionRevoked
      case "auth/invalid-id-token": .authInvalidIdToken
      case "auth/nonce-mismatch": .authNonceMismatch
      case "auth/id-token-used": .authIdTokenUsed
      case "auth/invalid-credential": .authInvalidCredential
      case "auth/wrong-password": .authWrongPassword
      case "auth/user-not-found": .authUserNotFound
      case "auth/permission-denied": .authPermissionDenied
      case "auth/role-mismatch": .authRoleMismatch
      case "auth/user-disabled": .authUserDisabled
      case "auth/email-not-verified": .authEmailNotVerified
      case "auth/requires-recent-login": .authRequiresRecentLogin
      case "auth/email-domain-not-allowed": .authEmailDomainNotAllowed
      case "auth/underage-user": .authUnderageUser
      case "auth/parental-consent-required": .authParentalConsentRequired
      case "auth/provider-not-enabled": .authProviderNotEnabled
      case "auth/bot-suspected": .authBotSuspected
      case "auth/account-incomplete": .authAccountIncomplete
      case "auth/guardian-pending": .authGuardianPending
      case "auth/factor-required": .authFactorRequired
      case "auth/form-invalid": .authFormInvalid
      case "auth/email-already-in-use": .authEmailAlreadyInUse
      case "auth/provider-already-linked": .authProviderAlreadyLinked
      case "auth/role-immutable": .authRoleImmutable
      case "auth/last-sign-in-method": .authLastSignInMethod
      case "auth/confirmation-required": .authConfirmationRequired
      case "auth/username-already-in-use": .authUsernameAlreadyInUse
      case "auth/invalid-email": .authInvalidEmail
      case "auth/weak-password": .authWeakPassword
      case "auth/invalid-display-name": .authInvalidDisplayName
      case "auth/invalid-phone-number": .authInvalidPhoneNumber
      case "auth/invalid-role": .authInvalidRole
      case "auth/consent-required": .authConsentRequired
      case "auth/code-invalid": .authCodeInvalid
      case "auth/code-expired": .authCodeExpired
      case "auth/too-many-requests": .authTooManyRequests
      case "invitation/not-found": .invitationNotFound
      case "invitation/expired": .invitationExpired
      case "invitation/revoked": .invitationRevoked
      case "invitation/superseded": .invitationSuperseded
      case "invitation/already-accepted": .invitationAlreadyAccepted
      case "invitation/email-mismatch": .invitationEmailMismatch
      case "invitation/not-pending": .invitationNotPending
      case "client/not-found": .clientNotFound
      case "client/duplicate": .clientDuplicate
      case "workout/not-found": .workoutNotFound
      case "service/unavailable": .serviceUnavailable
      case "service/deadline": .serviceDeadline
      case "service/misconfigured": .serviceMisconfigured
      case "service/internal": .serviceInternal
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .eventInvalid: "event/invalid"
    case .eventTooLarge: "event/too-large"
    case .eventNotJson: "event/not-json"
    case .eventIdConflict: "event/id-conflict"
    case .httpNotFound: "http/not-found"
    case .httpMethodNotAllowed: "http/method-not-allowed"
    case .httpUnsupportedMediaType: "http/unsupported-media-type"
    case .authUnauthenticated: "auth/unauthenticated"
    case .authTokenExpired: "auth/token-expired"
    case .authSessionExpired: "auth/session-expired"
    case .authSessionRevoked: "auth/session-revoked"
    case .authInvalidIdToken: "auth/invalid-id-token"
    case .authNonceMismatch: "auth/nonce-mismatch"
    case .authIdTokenUsed: "auth/id-token-used"
    case .authInvalidCredential: "auth/invalid-credential"
    case .authWrongPassword: "auth/wrong-password"
    case .authUserNotFound: "auth/user-not-found"
    case .authPermissionDenied: "auth/permission-denied"
    case .authRoleMismatch: "auth/role-mismatch"
    case .authUserDisabled: "auth/user-disabled"
    case .authEmailNotVerified: "auth/email-not-verified"
    case .authRequiresRecentLogin: "auth/requires-recent-login"
    case .authEmailDomainNotAllowed: "auth/email-domain-not-allowed"
    case .authUnderageUser: "auth/underage-user"
    case .authParentalConsentRequired: "auth/parental-consent-required"
    case .authProviderNotEnabled: "auth/provider-not-enabled"
    case .authBotSuspected: "auth/bot-suspected"
    case .authAccountIncomplete: "auth/account-incomplete"
    case .authGuardianPending: "auth/guardian-pending"
    case .authFactorRequired: "auth/factor-required"
    case .authFormInvalid: "auth/form-invalid"
    case .authEmailAlreadyInUse: "auth/email-already-in-use"
    case .authProviderAlreadyLinked: "auth/provider-already-linked"
    case .authRoleImmutable: "auth/role-immutable"
    case .authLastSignInMethod: "auth/last-sign-in-method"
    case .authConfirmationRequired: "auth/confirmation-required"
    case .authUsernameAlreadyInUse: "auth/username-already-in-use"
    case .authInvalidEmail: "auth/invalid-email"
    case .authWeakPassword: "auth/weak-password"
    case .authInvalidDisplayName: "auth/invalid-display-name"
    case .authInvalidPhoneNumber: "auth/invalid-phone-number"
    case .authInvalidRole: "auth/invalid-role"
    case .authConsentRequired: "auth/consent-required"
    case .authCodeInvalid: "auth/code-invalid"
    case .authCodeExpired: "auth/code-expired"
    case .authTooManyRequests: "auth/too-many-requests"
    case .invitationNotFound: "invitation/not-found"
    case .invitationExpired: "invitation/expired"
    case .invitationRevoked: "invitation/revoked"
    case .invitationSuperseded: "invitation/superseded"
    case .invitationAlreadyAccepted: "invitation/already-accepted"
    case .invitationEmailMismatch: "invitation/email-mismatch"
    case .invitationNotPending: "invitation/not-pending"
    case .clientNotFound: "client/not-found"
    case .clientDuplicate: "client/duplicate"
    case .workoutNotFound: "workout/not-found"
    case .serviceUnavailable: "service/unavailable"
    case .serviceDeadline: "service/deadline"
    case .serviceMisconfigured: "service/misconfigured"
    case .serviceInternal: "service/internal"
    case .other(let text): text
    }
  }
}
