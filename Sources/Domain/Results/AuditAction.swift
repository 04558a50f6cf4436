// SPDX-License-Identifier: Apache-2.0

/// What an entry of the audit log records: its `action`, `$defs/auditAction` in functions.json.
package enum AuditAction: String, Sendable {
  // An account, its addresses, sign-in methods, factors and sessions.
  case accountAddressAdded = "account.address-added"
  case accountAddressLost = "account.address-lost"
  case accountAddressProven = "account.address-proven"
  case accountAddressRefused = "account.address-refused"
  case accountAddressRemoved = "account.address-removed"
  case accountChallenged = "account.challenged"
  case accountClosedForAge = "account.closed-for-age"
  case accountConsented = "account.consented"
  case accountCreated = "account.created"
  case accountDeleted = "account.deleted"
  case accountDeletionRequested = "account.deletion-requested"
  case accountEmailChangeRequested = "account.email-change-requested"
  case accountEmailChanged = "account.email-changed"
  case accountEmailVerified = "account.email-verified"
  case accountExported = "account.exported"
  case accountFactorAdded = "account.factor-added"
  case accountFactorEnrolled = "account.factor-enrolled"
  case accountFactorRemoved = "account.factor-removed"
  case accountFactorsReset = "account.factors-reset"
  case accountGuardianAgreed = "account.guardian-agreed"
  case accountGuardianAsked = "account.guardian-asked"
  case accountGuardianRefused = "account.guardian-refused"
  case accountGuardianWithdrawn = "account.guardian-withdrawn"
  case accountIdentityTransferred = "account.identity-transferred"
  case accountImported = "account.imported"
  case accountPasswordImported = "account.password-imported"
  case accountClaimEnded = "account.password-superseded"
  case accountProviderAdded = "account.provider-added"
  case accountProviderRemoved = "account.provider-removed"
  case accountRecoveryCodeUsed = "account.recovery-code-used"
  case accountRecoveryCodesRenewed = "account.recovery-codes-renewed"
  case accountRestored = "account.restored"
  case accountRoleChanged = "account.role-changed"
  case accountRoleChosen = "account.role-chosen"
  case accountSessionsEnded = "account.sessions-ended"
  case accountSignedIn = "account.signed-in"
  case accountSignedOut = "account.signed-out"
  case accountSuspended = "account.suspended"
  case accountUnderage = "account.underage"
  case accountUnlocked = "account.unlocked"
  case accountUpdated = "account.updated"
  // Apple's notices about a person who signs in with Apple.
  case appleAccountDelete = "apple.account-delete"
  case appleConsentRevoked = "apple.consent-revoked"
  case appleEmailDisabled = "apple.email-disabled"
  case appleEmailEnabled = "apple.email-enabled"
  case appleOther = "apple.other"
  // A client's record, and who is linked to it.
  case clientKept = "client.kept"
  case clientLeft = "client.left"
  case clientRemoved = "client.removed"
  case clientUpdated = "client.updated"
  // Mails that somebody asked for.
  case emailVerificationRequested = "email.verification-requested"
  // A passkey whose counter did not grow: it may have been copied.
  case factorCounter = "factor.counter"
  // Invitations.
  case invitationAccepted = "invitation.accepted"
  case invitationDeclined = "invitation.declined"
  case invitationExpired = "invitation.expired"
  case invitationReminded = "invitation.reminded"
  case invitationRequested = "invitation.requested"
  case invitationResent = "invitation.resent"
  case invitationRevoked = "invitation.revoked"
  case invitationSent = "invitation.sent"
  // Links by which people join, and requests to join.
  case joinLinkCreated = "join-link.created"
  case joinLinkUpdated = "join-link.updated"
  case joinRequestAnswered = "join-request.answered"
  case joinRequested = "join-request.created"
  // The keys of backends.
  case keyCreated = "key.created"
  case keyRevoked = "key.revoked"
  case keyRotated = "key.rotated"
  // What became of a mail.
  case mailBounced = "mail.bounced"
  case mailComplained = "mail.complained"
  case mailDelivered = "mail.delivered"
  case mailRequeued = "mail.requeued"
  case mailUnsubscribed = "mail.unsubscribed"
  // Profile fields of an invitee that an inviter set.
  case memberUpdated = "member.updated"
  // Passwords.
  case passwordChanged = "password.changed"
  case passwordResetRequested = "password.reset-requested"
  // A call was refused; the entry has the code of the error.
  case refused
  // Events of which the owner of an account is notified.
  case securityLocked = "security.locked"
  case securityNewAddress = "security.new-address"
  case securityNewCountry = "security.new-country"
  case securityNewDevice = "security.new-device"
  // Sessions.
  case sessionOtherDevice = "session.other-device"
  case sessionReauthenticated = "session.reauthenticated"
  case sessionTokenReused = "session.token-reused"
  // Codes that sign in.
  case signInCodeRequested = "sign-in.code-requested"
  // The list of addresses that get no mail.
  case suppressionRemoved = "suppression.removed"
  // Teams of inviters.
  case teamCreated = "team.created"
  case teamDeleted = "team.deleted"
  case teamJoined = "team.joined"
  case teamMemberChanged = "team.member-changed"
  case teamMemberRemoved = "team.member-removed"
  case teamUpdated = "team.updated"
  // Workouts.
  case workoutAssigned = "workout.assigned"
  case workoutCompleted = "workout.completed"
  case workoutRemoved = "workout.removed"
  case workoutUpdated = "workout.updated"
}

extension AuditAction {
  /// Actions that somebody else than the account's owner may have caused, without a session: anybody may ask for a mail
  /// and guess, and a guardian answers from a device of their own.
  package static let ofAnybody: [AuditAction] = [
    .accountGuardianAgreed, .accountGuardianRefused, .accountGuardianWithdrawn, .emailVerificationRequested,
    .invitationRequested, .passwordResetRequested, .securityLocked, .signInCodeRequested,
  ]

  /// The errors of `refused` that a stranger gets who tries to sign in to an account.
  package static let codesOfAnybody: [ErrorCode] = [.codeInvalid, .invalidCredential, .wrongPassword]
}
