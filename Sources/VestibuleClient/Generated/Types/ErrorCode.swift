// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What was refused or failed: a code of a closed list.
public struct ErrorCode: OpenEnumeration {
  /// `event/invalid` (400): “Something you entered isn't right. Please check it and try again.”
  public static let eventInvalid = ErrorCode(rawValue: "event/invalid")
  /// `event/too-large` (413): “That's too much at once. Please shorten it and try again.”
  public static let eventTooLarge = ErrorCode(rawValue: "event/too-large")
  /// `event/not-json` (400): “Something went wrong in the app. Please update it and try again.”
  public static let eventNotJson = ErrorCode(rawValue: "event/not-json")
  /// `event/id-conflict` (409): “This was already sent with other details. Please start again.”
  public static let eventIdConflict = ErrorCode(rawValue: "event/id-conflict")
  /// `http/not-found` (404): “There's nothing here. Please check the address.”
  public static let httpNotFound = ErrorCode(rawValue: "http/not-found")
  /// `http/method-not-allowed` (405): “Something went wrong in the app. Please update it and try again.”
  public static let httpMethodNotAllowed = ErrorCode(rawValue: "http/method-not-allowed")
  /// `http/unsupported-media-type` (415): “Something went wrong in the app. Please update it and try again.”
  public static let httpUnsupportedMediaType = ErrorCode(rawValue: "http/unsupported-media-type")
  /// `auth/unauthenticated` (401): “Please sign in to continue.”
  public static let authUnauthenticated = ErrorCode(rawValue: "auth/unauthenticated")
  /// `auth/token-expired` (401): “Your sign-in needs to be refreshed. Please try again.”
  public static let authTokenExpired = ErrorCode(rawValue: "auth/token-expired")
  /// `auth/session-expired` (401): “You haven't used your account for a while. Please sign in again.”
  public static let authSessionExpired = ErrorCode(rawValue: "auth/session-expired")
  /// `auth/session-revoked` (401): “You've been signed out. Please sign in again.”
  public static let authSessionRevoked = ErrorCode(rawValue: "auth/session-revoked")
  /// `auth/invalid-id-token` (401): “We couldn't confirm your sign-in. Please try again.”
  public static let authInvalidIdToken = ErrorCode(rawValue: "auth/invalid-id-token")
  /// `auth/nonce-mismatch` (401): “That sign-in didn't go through. Please start it again.”
  public static let authNonceMismatch = ErrorCode(rawValue: "auth/nonce-mismatch")
  /// `auth/id-token-used` (401): “This sign-in was already used. Please sign in again.”
  public static let authIdTokenUsed = ErrorCode(rawValue: "auth/id-token-used")
  /// `auth/invalid-credential` (401): “We couldn't sign you in with those details. Please check them and try again.”
  public static let authInvalidCredential = ErrorCode(rawValue: "auth/invalid-credential")
  /// `auth/wrong-password` (401): “That password didn't match. Try again or reset it.”
  public static let authWrongPassword = ErrorCode(rawValue: "auth/wrong-password")
  /// `auth/user-not-found` (404): “No account with that email yet. Create one?”
  public static let authUserNotFound = ErrorCode(rawValue: "auth/user-not-found")
  /// `auth/permission-denied` (403): “You can't do this with your account.”
  public static let authPermissionDenied = ErrorCode(rawValue: "auth/permission-denied")
  /// `auth/role-mismatch` (403): “This account is registered as {role}”
  public static let authRoleMismatch = ErrorCode(rawValue: "auth/role-mismatch")
  /// `auth/user-disabled` (403): “This account has been turned off. Please contact support.”
  public static let authUserDisabled = ErrorCode(rawValue: "auth/user-disabled")
  /// `auth/email-not-verified` (403): “Please verify your email address first.”
  public static let authEmailNotVerified = ErrorCode(rawValue: "auth/email-not-verified")
  /// `auth/requires-recent-login` (403): “To keep your account safe, please sign in again first.”
  public static let authRequiresRecentLogin = ErrorCode(rawValue: "auth/requires-recent-login")
  /// `auth/email-domain-not-allowed` (403): “Please use the email address of your school or organization.”
  public static let authEmailDomainNotAllowed = ErrorCode(rawValue: "auth/email-domain-not-allowed")
  /// `auth/underage-user` (403): “Sorry, you aren't old enough to use this app yet.”
  public static let authUnderageUser = ErrorCode(rawValue: "auth/underage-user")
  /// `auth/parental-consent-required` (403): “You need the permission of a parent or guardian first.”
  public static let authParentalConsentRequired = ErrorCode(rawValue: "auth/parental-consent-required")
  /// `auth/provider-not-enabled` (403): “This sign-in method isn't available here. Please choose another one.”
  public static let authProviderNotEnabled = ErrorCode(rawValue: "auth/provider-not-enabled")
  /// `auth/bot-suspected` (403): “We couldn't confirm that you're a person. Please try again.”
  public static let authBotSuspected = ErrorCode(rawValue: "auth/bot-suspected")
  /// `auth/account-incomplete` (403): “Please complete your account first.”
  public static let authAccountIncomplete = ErrorCode(rawValue: "auth/account-incomplete")
  /// `auth/guardian-pending` (403): “Your parent or guardian has to agree first. We've sent them an email.”
  public static let authGuardianPending = ErrorCode(rawValue: "auth/guardian-pending")
  /// `auth/factor-required` (403): “Please complete two-step verification first.”
  public static let authFactorRequired = ErrorCode(rawValue: "auth/factor-required")
  /// `auth/form-invalid` (403): “This page was open too long, or you signed in or out in another window. Please try
  /// again.”
  public static let authFormInvalid = ErrorCode(rawValue: "auth/form-invalid")
  /// `auth/email-already-in-use` (409): “There's already an account with this email. Sign in, or use another email.”
  public static let authEmailAlreadyInUse = ErrorCode(rawValue: "auth/email-already-in-use")
  /// `auth/provider-already-linked` (409): “This sign-in method already belongs to an account. Please use another
  /// one.”
  public static let authProviderAlreadyLinked = ErrorCode(rawValue: "auth/provider-already-linked")
  /// `auth/role-immutable` (409): “Your role can't be changed anymore.”
  public static let authRoleImmutable = ErrorCode(rawValue: "auth/role-immutable")
  /// `auth/last-sign-in-method` (409): “This is your only sign-in method. Add another one before you remove it.”
  public static let authLastSignInMethod = ErrorCode(rawValue: "auth/last-sign-in-method")
  /// `auth/confirmation-required` (409): “Please confirm that you really want this.”
  public static let authConfirmationRequired = ErrorCode(rawValue: "auth/confirmation-required")
  /// `auth/username-already-in-use` (409): “This username is taken. Please choose another one.”
  public static let authUsernameAlreadyInUse = ErrorCode(rawValue: "auth/username-already-in-use")
  /// `auth/invalid-email` (422): “Please enter an email address, such as name@example.com.”
  public static let authInvalidEmail = ErrorCode(rawValue: "auth/invalid-email")
  /// `auth/weak-password` (422): “Please choose a stronger password.”
  public static let authWeakPassword = ErrorCode(rawValue: "auth/weak-password")
  /// `auth/invalid-display-name` (422): “Please enter your name.”
  public static let authInvalidDisplayName = ErrorCode(rawValue: "auth/invalid-display-name")
  /// `auth/invalid-phone-number` (422): “Please enter a phone number, such as +1 555 123 4567.”
  public static let authInvalidPhoneNumber = ErrorCode(rawValue: "auth/invalid-phone-number")
  /// `auth/invalid-role` (422): “Please select your role”
  public static let authInvalidRole = ErrorCode(rawValue: "auth/invalid-role")
  /// `auth/consent-required` (422): “Please accept the terms to continue.”
  public static let authConsentRequired = ErrorCode(rawValue: "auth/consent-required")
  /// `auth/code-invalid` (422): “That code isn't right. Please check it and try again.”
  public static let authCodeInvalid = ErrorCode(rawValue: "auth/code-invalid")
  /// `auth/code-expired` (410): “That code has expired. Please ask for a new one.”
  public static let authCodeExpired = ErrorCode(rawValue: "auth/code-expired")
  /// `auth/too-many-requests` (429): “Too many tries. Please wait {wait}.”
  public static let authTooManyRequests = ErrorCode(rawValue: "auth/too-many-requests")
  /// `invitation/not-found` (404): “We couldn't find this invitation. Please check the link or code and try again.”
  public static let invitationNotFound = ErrorCode(rawValue: "invitation/not-found")
  /// `invitation/expired` (410): “This invitation has expired. Please ask the person who invited you for a new one.”
  public static let invitationExpired = ErrorCode(rawValue: "invitation/expired")
  /// `invitation/revoked` (410): “This invitation was withdrawn. Please ask the person who invited you.”
  public static let invitationRevoked = ErrorCode(rawValue: "invitation/revoked")
  /// `invitation/declined` (410): “This invitation was declined. If you have changed your mind, ask the person who
  /// invited you for a new one.”
  public static let invitationDeclined = ErrorCode(rawValue: "invitation/declined")
  /// `invitation/superseded` (410): “There's a newer invitation for you. Please use the latest one.”
  public static let invitationSuperseded = ErrorCode(rawValue: "invitation/superseded")
  /// `invitation/already-accepted` (409): “This invitation has already been accepted. If that was you, just sign in.”
  public static let invitationAlreadyAccepted = ErrorCode(rawValue: "invitation/already-accepted")
  /// `invitation/email-mismatch` (403): “This invitation is for another email address. Please sign in with the one it
  /// was sent to.”
  public static let invitationEmailMismatch = ErrorCode(rawValue: "invitation/email-mismatch")
  /// `invitation/not-pending` (409): “This invitation isn't open anymore.”
  public static let invitationNotPending = ErrorCode(rawValue: "invitation/not-pending")
  /// `invitation/full` (409): “All places are taken. Please ask the person who gave you the link.”
  public static let invitationFull = ErrorCode(rawValue: "invitation/full")
  /// `client/not-found` (404): “We couldn't find this client. They may have been removed.”
  public static let clientNotFound = ErrorCode(rawValue: "client/not-found")
  /// `client/duplicate` (409): “You already have a client with this email.”
  public static let clientDuplicate = ErrorCode(rawValue: "client/duplicate")
  /// `workout/not-found` (404): “We couldn't find this workout. It may have been removed.”
  public static let workoutNotFound = ErrorCode(rawValue: "workout/not-found")
  /// `team/not-found` (404): “We couldn't find this team. It may have been removed.”
  public static let teamNotFound = ErrorCode(rawValue: "team/not-found")
  /// `team/last-owner` (409): “A team needs an owner. Make someone else an owner first.”
  public static let teamLastOwner = ErrorCode(rawValue: "team/last-owner")
  /// `service/unavailable` (503): “We couldn't connect. Please try again in a moment.”
  public static let serviceUnavailable = ErrorCode(rawValue: "service/unavailable")
  /// `service/deadline` (504): “We couldn't connect in time. Please try again.”
  public static let serviceDeadline = ErrorCode(rawValue: "service/deadline")
  /// `service/misconfigured` (500): “Something isn't right on our side. Please contact support.”
  public static let serviceMisconfigured = ErrorCode(rawValue: "service/misconfigured")
  /// `service/internal` (500): “Something went wrong on our side. Please try again later.”
  public static let serviceInternal = ErrorCode(rawValue: "service/internal")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
