// SPDX-License-Identifier: Apache-2.0

import Domain

/// The names of errors that clients of Supabase Auth know (supabase.com/docs/guides/auth/debugging/error-codes).
enum SupabaseErrorCode: String, CaseIterable, Sendable {
  case badCodeVerifier = "bad_code_verifier"
  case badJSON = "bad_json"
  case badJWT = "bad_jwt"
  case badOAuthState = "bad_oauth_state"
  case anonymousProviderDisabled = "anonymous_provider_disabled"
  case captchaFailed = "captcha_failed"
  case conflict
  case emailAddressInvalid = "email_address_invalid"
  case emailAddressNotAuthorized = "email_address_not_authorized"
  case emailExists = "email_exists"
  case emailNotConfirmed = "email_not_confirmed"
  case emailProviderDisabled = "email_provider_disabled"
  case flowStateNotFound = "flow_state_not_found"
  case identityAlreadyExists = "identity_already_exists"
  case identityNotFound = "identity_not_found"
  case insufficientAAL = "insufficient_aal"
  case invalidCredentials = "invalid_credentials"
  case inviteNotFound = "invite_not_found"
  case mfaFactorNameConflict = "mfa_factor_name_conflict"
  case mfaFactorNotFound = "mfa_factor_not_found"
  case mfaTOTPEnrollNotEnabled = "mfa_totp_enroll_not_enabled"
  case mfaChallengeExpired = "mfa_challenge_expired"
  case mfaVerificationFailed = "mfa_verification_failed"
  case mfaWebAuthnEnrollNotEnabled = "mfa_webauthn_enroll_not_enabled"
  case mfaPhoneEnrollNotEnabled = "mfa_phone_enroll_not_enabled"
  case noAuthorization = "no_authorization"
  case notAdmin = "not_admin"
  case notFound = "not_found"
  case notImplemented = "not_implemented"
  case otpDisabled = "otp_disabled"
  case otpExpired = "otp_expired"
  case overEmailSendRateLimit = "over_email_send_rate_limit"
  case overRequestRateLimit = "over_request_rate_limit"
  case phoneProviderDisabled = "phone_provider_disabled"
  case providerDisabled = "provider_disabled"
  case reauthenticationNeeded = "reauthentication_needed"
  case reauthenticationNotValid = "reauthentication_not_valid"
  case refreshTokenAlreadyUsed = "refresh_token_already_used"
  case refreshTokenNotFound = "refresh_token_not_found"
  case requestTimeout = "request_timeout"
  case samePassword = "same_password"
  case samlProviderDisabled = "saml_provider_disabled"
  case sessionNotFound = "session_not_found"
  case signupDisabled = "signup_disabled"
  case singleIdentityNotDeletable = "single_identity_not_deletable"
  case tooManyEnrolledMFAFactors = "too_many_enrolled_mfa_factors"
  case unexpectedFailure = "unexpected_failure"
  case userAlreadyExists = "user_already_exists"
  case userBanned = "user_banned"
  case userNotFound = "user_not_found"
  case validationFailed = "validation_failed"
  case weakPassword = "weak_password"
  case web3ProviderDisabled = "web3_provider_disabled"
}

extension ErrorCode {
  /// The name and the status of the same event at Supabase. A route may have others (`SupabaseError.exception`).
  var supabase: (code: SupabaseErrorCode, status: Int) {
    switch self {
    case .eventInvalid, .formInvalid: (.validationFailed, 400)
    case .eventTooLarge: (.validationFailed, 413)
    case .eventNotJSON, .unsupportedMediaType: (.badJSON, 400)
    case .notFound, .teamNotFound, .workoutNotFound: (.notFound, 404)
    case .methodNotAllowed: (.notFound, 405)
    case .unauthenticated: (.badJWT, 401)
    case .tokenExpired: (.badJWT, 403)
    case .sessionExpired, .sessionRevoked: (.sessionNotFound, 403)
    case .invalidIDToken, .nonceMismatch, .idTokenUsed: (.badJWT, 400)
    case .invalidCredential, .wrongPassword: (.invalidCredentials, 400)
    case .userNotFound, .clientNotFound: (.userNotFound, 404)
    case .permissionDenied: (.notAdmin, 403)
    case .roleMismatch, .roleImmutable, .eventIDConflict, .confirmationRequired, .teamLastOwner: (.conflict, 409)
    case .userDisabled, .underageUser, .guardianPending: (.userBanned, 403)
    case .emailNotVerified: (.emailNotConfirmed, 400)
    case .requiresRecentLogin: (.reauthenticationNeeded, 400)
    case .emailDomainNotAllowed: (.emailAddressNotAuthorized, 400)
    case .providerNotEnabled: (.providerDisabled, 400)
    case .botSuspected: (.captchaFailed, 400)
    case .accountIncomplete, .parentalConsentRequired, .consentRequired: (.validationFailed, 422)
    case .factorRequired: (.insufficientAAL, 403)
    case .emailAlreadyInUse, .clientDuplicate: (.emailExists, 422)
    case .usernameAlreadyInUse: (.userAlreadyExists, 422)
    case .providerAlreadyLinked: (.identityAlreadyExists, 422)
    case .lastSignInMethod: (.singleIdentityNotDeletable, 422)
    case .invalidEmail: (.emailAddressInvalid, 400)
    case .weakPassword: (.weakPassword, 422)
    case .invalidDisplayName, .invalidPhoneNumber: (.validationFailed, 422)
    case .invalidRole: (.signupDisabled, 422)
    case .codeInvalid, .codeExpired: (.otpExpired, 403)
    case .tooManyRequests: (.overRequestRateLimit, 429)
    case .invitationNotFound, .invitationExpired, .invitationRevoked, .invitationDeclined, .invitationSuperseded,
      .invitationAlreadyAccepted, .invitationEmailMismatch, .invitationNotPending, .invitationFull:
      (.inviteNotFound, 404)
    case .unavailable: (.unexpectedFailure, 503)
    case .deadline: (.requestTimeout, 504)
    case .misconfigured, .internalError: (.unexpectedFailure, 500)
    }
  }
}
