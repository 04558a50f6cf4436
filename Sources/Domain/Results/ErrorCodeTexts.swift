// SPDX-License-Identifier: Apache-2.0

/// What a person can do about a refusal: `requiresAction` of an error.
package enum RequiredAction: String, CaseIterable, Sendable {
  case signIn = "sign_in"
  case verifyEmail = "verify_email"
  case completeAccount = "complete_account"
  case answerChallenge = "answer_challenge"
  case enrollFactor = "enroll_factor"
  case restoreAccount = "restore_account"
  case resetPassword = "reset_password"
  case reauthenticate
  case contactSupport = "contact_support"
}

extension ErrorCode {
  /// The process's exit status (BSD sysexits). It is 0 for every answered event, also for refusals.
  package var exitStatus: Int32 {
    switch self {
    case .unavailable, .deadline: 75
    case .misconfigured: 78
    case .internalError: 70
    default: 0
    }
  }

  /// Whether the same event may succeed later.
  package var isRetryable: Bool {
    switch self {
    case .tooManyRequests, .unavailable, .deadline: true
    default: false
    }
  }

  /// Whether a refused sign-in counts as a failed attempt: only if an attacker who guesses gets this code.
  package var isFailedCredential: Bool { status == 401 && self != .idTokenUsed || self == .userNotFound }

  /// Whether the refusal of a sign-up counts for its limit. A mistyped field does not: the person corrects it at once,
  /// and it reveals nothing about other accounts.
  package var countsAsSignUpAttempt: Bool { ![400, 422, 429].contains(status) }

  /// What the person can do about the error, if one action helps.
  package var requiredAction: RequiredAction? {
    switch self {
    case .emailNotVerified: .verifyEmail
    case .accountIncomplete: .completeAccount
    case .factorRequired: .enrollFactor
    case .wrongPassword: .resetPassword
    case .requiresRecentLogin, .sessionExpired, .sessionRevoked, .unauthenticated, .idTokenUsed: .reauthenticate
    case .userDisabled: .contactSupport
    default: nil
    }
  }

  /// The code in words: `invitation/already-accepted` is "Invitation already accepted".
  package var title: String {
    switch self {
    case .eventInvalid: "Event invalid"
    case .eventTooLarge: "Event too large"
    case .eventNotJSON: "Event not JSON"
    case .eventIDConflict: "Event id used for other data"
    case .notFound: "Not found"
    case .methodNotAllowed: "Method not allowed"
    case .unsupportedMediaType: "Unsupported media type"
    case .unauthenticated: "Not signed in"
    case .tokenExpired: "Access token expired"
    case .sessionExpired: "Session expired"
    case .sessionRevoked: "Session revoked"
    case .invalidIDToken: "Invalid ID token"
    case .nonceMismatch: "Nonce mismatch"
    case .idTokenUsed: "ID token already used"
    case .invalidCredential: "Invalid credential"
    case .wrongPassword: "Wrong password"
    case .userNotFound: "User not found"
    case .permissionDenied: "Permission denied"
    case .roleMismatch: "Role mismatch"
    case .userDisabled: "User disabled"
    case .emailNotVerified: "Email not verified"
    case .requiresRecentLogin: "Recent sign-in required"
    case .emailDomainNotAllowed: "Email domain not allowed"
    case .underageUser: "Person too young"
    case .parentalConsentRequired: "Parental consent required"
    case .providerNotEnabled: "Provider not enabled"
    case .botSuspected: "Bot suspected"
    case .accountIncomplete: "Account incomplete"
    case .guardianPending: "Guardian's consent pending"
    case .factorRequired: "Second factor required"
    case .formInvalid: "Form out of date"
    case .emailAlreadyInUse: "Email already in use"
    case .providerAlreadyLinked: "Provider already linked"
    case .roleImmutable: "Role immutable"
    case .lastSignInMethod: "Last sign-in method"
    case .confirmationRequired: "Confirmation required"
    case .usernameAlreadyInUse: "User name already in use"
    case .invalidEmail: "Invalid email"
    case .weakPassword: "Weak password"
    case .invalidDisplayName: "Invalid display name"
    case .invalidPhoneNumber: "Invalid phone number"
    case .invalidRole: "Invalid role"
    case .consentRequired: "Consent required"
    case .codeInvalid: "Code invalid"
    case .codeExpired: "Code expired"
    case .tooManyRequests: "Too many requests"
    case .invitationNotFound: "Invitation not found"
    case .invitationExpired: "Invitation expired"
    case .invitationRevoked: "Invitation revoked"
    case .invitationDeclined: "Invitation declined"
    case .invitationSuperseded: "Invitation superseded"
    case .invitationAlreadyAccepted: "Invitation already accepted"
    case .invitationEmailMismatch: "Invitation for another email"
    case .invitationNotPending: "Invitation not pending"
    case .invitationFull: "No place left"
    case .clientNotFound: "Client not found"
    case .clientDuplicate: "Client already exists"
    case .workoutNotFound: "Workout not found"
    case .teamNotFound: "Team not found"
    case .teamLastOwner: "Last owner of the team"
    case .unavailable: "Service unavailable"
    case .deadline: "Deadline exceeded"
    case .misconfigured: "Service misconfigured"
    case .internalError: "Internal error"
    }
  }
}
