// SPDX-License-Identifier: Apache-2.0

/// The closed list of error codes. The raw value is the `code` of the answer.
package enum ErrorCode: String, CaseIterable, Sendable {
  case eventInvalid = "event/invalid"
  case eventTooLarge = "event/too-large"
  case eventNotJSON = "event/not-json"
  case eventIDConflict = "event/id-conflict"

  // HTTP requests that are refused before they become an event.
  case notFound = "http/not-found"
  case methodNotAllowed = "http/method-not-allowed"
  case unsupportedMediaType = "http/unsupported-media-type"

  case unauthenticated = "auth/unauthenticated"
  case tokenExpired = "auth/token-expired"
  case sessionExpired = "auth/session-expired"
  case sessionRevoked = "auth/session-revoked"
  case invalidIDToken = "auth/invalid-id-token"
  case nonceMismatch = "auth/nonce-mismatch"
  case idTokenUsed = "auth/id-token-used"
  case invalidCredential = "auth/invalid-credential"
  case wrongPassword = "auth/wrong-password"
  case userNotFound = "auth/user-not-found"

  case permissionDenied = "auth/permission-denied"
  case roleMismatch = "auth/role-mismatch"
  case userDisabled = "auth/user-disabled"
  case emailNotVerified = "auth/email-not-verified"
  case requiresRecentLogin = "auth/requires-recent-login"
  case emailDomainNotAllowed = "auth/email-domain-not-allowed"
  case underageUser = "auth/underage-user"
  case parentalConsentRequired = "auth/parental-consent-required"
  case providerNotEnabled = "auth/provider-not-enabled"
  case botSuspected = "auth/bot-suspected"
  case accountIncomplete = "auth/account-incomplete"
  case guardianPending = "auth/guardian-pending"
  case factorRequired = "auth/factor-required"
  case formInvalid = "auth/form-invalid"

  case emailAlreadyInUse = "auth/email-already-in-use"
  case providerAlreadyLinked = "auth/provider-already-linked"
  case roleImmutable = "auth/role-immutable"
  case lastSignInMethod = "auth/last-sign-in-method"
  case confirmationRequired = "auth/confirmation-required"
  case usernameAlreadyInUse = "auth/username-already-in-use"

  case invalidEmail = "auth/invalid-email"
  case weakPassword = "auth/weak-password"
  case invalidDisplayName = "auth/invalid-display-name"
  case invalidPhoneNumber = "auth/invalid-phone-number"
  case invalidRole = "auth/invalid-role"
  case consentRequired = "auth/consent-required"
  case codeInvalid = "auth/code-invalid"
  case codeExpired = "auth/code-expired"

  case tooManyRequests = "auth/too-many-requests"

  case invitationNotFound = "invitation/not-found"
  case invitationExpired = "invitation/expired"
  case invitationRevoked = "invitation/revoked"
  case invitationDeclined = "invitation/declined"
  case invitationSuperseded = "invitation/superseded"
  case invitationAlreadyAccepted = "invitation/already-accepted"
  case invitationEmailMismatch = "invitation/email-mismatch"
  case invitationNotPending = "invitation/not-pending"
  case invitationFull = "invitation/full"

  case clientNotFound = "client/not-found"
  case clientDuplicate = "client/duplicate"

  case workoutNotFound = "workout/not-found"

  case teamNotFound = "team/not-found"
  case teamLastOwner = "team/last-owner"

  case unavailable = "service/unavailable"
  case deadline = "service/deadline"
  case misconfigured = "service/misconfigured"
  case internalError = "service/internal"
}

extension ErrorCode {
  /// The HTTP status of the refusal (RFC 9110).
  package var status: Int {
    switch self {
    case .eventInvalid, .eventNotJSON: 400
    case .unauthenticated, .tokenExpired, .sessionExpired, .sessionRevoked, .invalidIDToken, .nonceMismatch,
      .idTokenUsed, .invalidCredential, .wrongPassword:
      401
    case .permissionDenied, .roleMismatch, .userDisabled, .emailNotVerified, .requiresRecentLogin,
      .emailDomainNotAllowed, .underageUser, .parentalConsentRequired, .providerNotEnabled, .botSuspected,
      .accountIncomplete, .guardianPending, .factorRequired, .formInvalid, .invitationEmailMismatch:
      403
    case .notFound, .userNotFound, .invitationNotFound, .clientNotFound, .workoutNotFound, .teamNotFound: 404
    case .methodNotAllowed: 405
    case .eventIDConflict, .emailAlreadyInUse, .providerAlreadyLinked, .roleImmutable, .lastSignInMethod,
      .confirmationRequired, .usernameAlreadyInUse, .invitationAlreadyAccepted, .invitationNotPending, .invitationFull,
      .clientDuplicate, .teamLastOwner:
      409
    case .codeExpired, .invitationExpired, .invitationRevoked, .invitationDeclined, .invitationSuperseded: 410
    case .eventTooLarge: 413
    case .unsupportedMediaType: 415
    case .invalidEmail, .weakPassword, .invalidDisplayName, .invalidPhoneNumber, .invalidRole, .consentRequired,
      .codeInvalid:
      422
    case .tooManyRequests: 429
    case .misconfigured, .internalError: 500
    case .unavailable: 503
    case .deadline: 504
    }
  }
}
