// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an entry of the audit log records.
public struct AuditAction: OpenEnumeration, Hashable {
  /// `account.address-added`
  @_alwaysEmitIntoClient public static var accountAddressAdded: AuditAction {
    AuditAction(rawValue: "account.address-added")
  }
  /// `account.address-lost`
  @_alwaysEmitIntoClient public static var accountAddressLost: AuditAction {
    AuditAction(rawValue: "account.address-lost")
  }
  /// `account.address-proven`
  @_alwaysEmitIntoClient public static var accountAddressProven: AuditAction {
    AuditAction(rawValue: "account.address-proven")
  }
  /// `account.address-refused`
  @_alwaysEmitIntoClient public static var accountAddressRefused: AuditAction {
    AuditAction(rawValue: "account.address-refused")
  }
  /// `account.address-removed`
  @_alwaysEmitIntoClient public static var accountAddressRemoved: AuditAction {
    AuditAction(rawValue: "account.address-removed")
  }
  /// `account.challenged`
  @_alwaysEmitIntoClient public static var accountChallenged: AuditAction {
    AuditAction(rawValue: "account.challenged")
  }
  /// `account.closed-for-age`
  @_alwaysEmitIntoClient public static var accountClosedForAge: AuditAction {
    AuditAction(rawValue: "account.closed-for-age")
  }
  /// `account.consented`
  @_alwaysEmitIntoClient public static var accountConsented: AuditAction { AuditAction(rawValue: "account.consented") }
  /// `account.created`
  @_alwaysEmitIntoClient public static var accountCreated: AuditAction { AuditAction(rawValue: "account.created") }
  /// `account.deleted`
  @_alwaysEmitIntoClient public static var accountDeleted: AuditAction { AuditAction(rawValue: "account.deleted") }
  /// `account.deletion-requested`
  @_alwaysEmitIntoClient public static var accountDeletionRequested: AuditAction {
    AuditAction(rawValue: "account.deletion-requested")
  }
  /// `account.email-change-requested`
  @_alwaysEmitIntoClient public static var accountEmailChangeRequested: AuditAction {
    AuditAction(rawValue: "account.email-change-requested")
  }
  /// `account.email-changed`
  @_alwaysEmitIntoClient public static var accountEmailChanged: AuditAction {
    AuditAction(rawValue: "account.email-changed")
  }
  /// `account.email-verified`
  @_alwaysEmitIntoClient public static var accountEmailVerified: AuditAction {
    AuditAction(rawValue: "account.email-verified")
  }
  /// `account.exported`
  @_alwaysEmitIntoClient public static var accountExported: AuditAction { AuditAction(rawValue: "account.exported") }
  /// `account.factor-added`
  @_alwaysEmitIntoClient public static var accountFactorAdded: AuditAction {
    AuditAction(rawValue: "account.factor-added")
  }
  /// `account.factor-enrolled`
  @_alwaysEmitIntoClient public static var accountFactorEnrolled: AuditAction {
    AuditAction(rawValue: "account.factor-enrolled")
  }
  /// `account.factor-removed`
  @_alwaysEmitIntoClient public static var accountFactorRemoved: AuditAction {
    AuditAction(rawValue: "account.factor-removed")
  }
  /// `account.factors-reset`
  @_alwaysEmitIntoClient public static var accountFactorsReset: AuditAction {
    AuditAction(rawValue: "account.factors-reset")
  }
  /// `account.guardian-agreed`
  @_alwaysEmitIntoClient public static var accountGuardianAgreed: AuditAction {
    AuditAction(rawValue: "account.guardian-agreed")
  }
  /// `account.guardian-asked`
  @_alwaysEmitIntoClient public static var accountGuardianAsked: AuditAction {
    AuditAction(rawValue: "account.guardian-asked")
  }
  /// `account.guardian-refused`
  @_alwaysEmitIntoClient public static var accountGuardianRefused: AuditAction {
    AuditAction(rawValue: "account.guardian-refused")
  }
  /// `account.guardian-withdrawn`
  @_alwaysEmitIntoClient public static var accountGuardianWithdrawn: AuditAction {
    AuditAction(rawValue: "account.guardian-withdrawn")
  }
  /// `account.identity-transferred`
  @_alwaysEmitIntoClient public static var accountIdentityTransferred: AuditAction {
    AuditAction(rawValue: "account.identity-transferred")
  }
  /// `account.imported`
  @_alwaysEmitIntoClient public static var accountImported: AuditAction { AuditAction(rawValue: "account.imported") }
  /// `account.password-imported`
  @_alwaysEmitIntoClient public static var accountPasswordImported: AuditAction {
    AuditAction(rawValue: "account.password-imported")
  }
  /// `account.password-superseded`
  @_alwaysEmitIntoClient public static var accountPasswordSuperseded: AuditAction {
    AuditAction(rawValue: "account.password-superseded")
  }
  /// `account.provider-added`
  @_alwaysEmitIntoClient public static var accountProviderAdded: AuditAction {
    AuditAction(rawValue: "account.provider-added")
  }
  /// `account.provider-removed`
  @_alwaysEmitIntoClient public static var accountProviderRemoved: AuditAction {
    AuditAction(rawValue: "account.provider-removed")
  }
  /// `account.recovery-code-used`
  @_alwaysEmitIntoClient public static var accountRecoveryCodeUsed: AuditAction {
    AuditAction(rawValue: "account.recovery-code-used")
  }
  /// `account.recovery-codes-renewed`
  @_alwaysEmitIntoClient public static var accountRecoveryCodesRenewed: AuditAction {
    AuditAction(rawValue: "account.recovery-codes-renewed")
  }
  /// `account.restored`
  @_alwaysEmitIntoClient public static var accountRestored: AuditAction { AuditAction(rawValue: "account.restored") }
  /// `account.role-changed`
  @_alwaysEmitIntoClient public static var accountRoleChanged: AuditAction {
    AuditAction(rawValue: "account.role-changed")
  }
  /// `account.role-chosen`
  @_alwaysEmitIntoClient public static var accountRoleChosen: AuditAction {
    AuditAction(rawValue: "account.role-chosen")
  }
  /// `account.sessions-ended`
  @_alwaysEmitIntoClient public static var accountSessionsEnded: AuditAction {
    AuditAction(rawValue: "account.sessions-ended")
  }
  /// `account.signed-in`
  @_alwaysEmitIntoClient public static var accountSignedIn: AuditAction { AuditAction(rawValue: "account.signed-in") }
  /// `account.signed-out`
  @_alwaysEmitIntoClient public static var accountSignedOut: AuditAction { AuditAction(rawValue: "account.signed-out") }
  /// `account.suspended`
  @_alwaysEmitIntoClient public static var accountSuspended: AuditAction { AuditAction(rawValue: "account.suspended") }
  /// `account.underage`
  @_alwaysEmitIntoClient public static var accountUnderage: AuditAction { AuditAction(rawValue: "account.underage") }
  /// `account.unlocked`
  @_alwaysEmitIntoClient public static var accountUnlocked: AuditAction { AuditAction(rawValue: "account.unlocked") }
  /// `account.updated`
  @_alwaysEmitIntoClient public static var accountUpdated: AuditAction { AuditAction(rawValue: "account.updated") }
  /// `apple.account-delete`
  @_alwaysEmitIntoClient public static var appleAccountDelete: AuditAction {
    AuditAction(rawValue: "apple.account-delete")
  }
  /// `apple.consent-revoked`
  @_alwaysEmitIntoClient public static var appleConsentRevoked: AuditAction {
    AuditAction(rawValue: "apple.consent-revoked")
  }
  /// `apple.email-disabled`
  @_alwaysEmitIntoClient public static var appleEmailDisabled: AuditAction {
    AuditAction(rawValue: "apple.email-disabled")
  }
  /// `apple.email-enabled`
  @_alwaysEmitIntoClient public static var appleEmailEnabled: AuditAction {
    AuditAction(rawValue: "apple.email-enabled")
  }
  /// `apple.other`
  @_alwaysEmitIntoClient public static var appleOther: AuditAction { AuditAction(rawValue: "apple.other") }
  /// `client.kept`
  @_alwaysEmitIntoClient public static var clientKept: AuditAction { AuditAction(rawValue: "client.kept") }
  /// `client.left`
  @_alwaysEmitIntoClient public static var clientLeft: AuditAction { AuditAction(rawValue: "client.left") }
  /// `client.removed`
  @_alwaysEmitIntoClient public static var clientRemoved: AuditAction { AuditAction(rawValue: "client.removed") }
  /// `client.updated`
  @_alwaysEmitIntoClient public static var clientUpdated: AuditAction { AuditAction(rawValue: "client.updated") }
  /// `email.verification-requested`
  @_alwaysEmitIntoClient public static var emailVerificationRequested: AuditAction {
    AuditAction(rawValue: "email.verification-requested")
  }
  /// `factor.counter`
  @_alwaysEmitIntoClient public static var factorCounter: AuditAction { AuditAction(rawValue: "factor.counter") }
  /// `invitation.accepted`
  @_alwaysEmitIntoClient public static var invitationAccepted: AuditAction {
    AuditAction(rawValue: "invitation.accepted")
  }
  /// `invitation.expired`
  @_alwaysEmitIntoClient public static var invitationExpired: AuditAction {
    AuditAction(rawValue: "invitation.expired")
  }
  /// `invitation.reminded`
  @_alwaysEmitIntoClient public static var invitationReminded: AuditAction {
    AuditAction(rawValue: "invitation.reminded")
  }
  /// `invitation.resent`
  @_alwaysEmitIntoClient public static var invitationResent: AuditAction { AuditAction(rawValue: "invitation.resent") }
  /// `invitation.revoked`
  @_alwaysEmitIntoClient public static var invitationRevoked: AuditAction {
    AuditAction(rawValue: "invitation.revoked")
  }
  /// `invitation.sent`
  @_alwaysEmitIntoClient public static var invitationSent: AuditAction { AuditAction(rawValue: "invitation.sent") }
  /// `mail.bounced`
  @_alwaysEmitIntoClient public static var mailBounced: AuditAction { AuditAction(rawValue: "mail.bounced") }
  /// `mail.complained`
  @_alwaysEmitIntoClient public static var mailComplained: AuditAction { AuditAction(rawValue: "mail.complained") }
  /// `mail.delivered`
  @_alwaysEmitIntoClient public static var mailDelivered: AuditAction { AuditAction(rawValue: "mail.delivered") }
  /// `mail.requeued`
  @_alwaysEmitIntoClient public static var mailRequeued: AuditAction { AuditAction(rawValue: "mail.requeued") }
  /// `mail.unsubscribed`
  @_alwaysEmitIntoClient public static var mailUnsubscribed: AuditAction { AuditAction(rawValue: "mail.unsubscribed") }
  /// `member.updated`
  @_alwaysEmitIntoClient public static var memberUpdated: AuditAction { AuditAction(rawValue: "member.updated") }
  /// `password.changed`
  @_alwaysEmitIntoClient public static var passwordChanged: AuditAction { AuditAction(rawValue: "password.changed") }
  /// `password.reset-requested`
  @_alwaysEmitIntoClient public static var passwordResetRequested: AuditAction {
    AuditAction(rawValue: "password.reset-requested")
  }
  /// `refused`
  @_alwaysEmitIntoClient public static var refused: AuditAction { AuditAction(rawValue: "refused") }
  /// `security.locked`
  @_alwaysEmitIntoClient public static var securityLocked: AuditAction { AuditAction(rawValue: "security.locked") }
  /// `security.new-address`
  @_alwaysEmitIntoClient public static var securityNewAddress: AuditAction {
    AuditAction(rawValue: "security.new-address")
  }
  /// `security.new-country`
  @_alwaysEmitIntoClient public static var securityNewCountry: AuditAction {
    AuditAction(rawValue: "security.new-country")
  }
  /// `security.new-device`
  @_alwaysEmitIntoClient public static var securityNewDevice: AuditAction {
    AuditAction(rawValue: "security.new-device")
  }
  /// `session.other-device`
  @_alwaysEmitIntoClient public static var sessionOtherDevice: AuditAction {
    AuditAction(rawValue: "session.other-device")
  }
  /// `session.reauthenticated`
  @_alwaysEmitIntoClient public static var sessionReauthenticated: AuditAction {
    AuditAction(rawValue: "session.reauthenticated")
  }
  /// `session.token-reused`
  @_alwaysEmitIntoClient public static var sessionTokenReused: AuditAction {
    AuditAction(rawValue: "session.token-reused")
  }
  /// `sign-in.code-requested`
  @_alwaysEmitIntoClient public static var signInCodeRequested: AuditAction {
    AuditAction(rawValue: "sign-in.code-requested")
  }
  /// `suppression.removed`
  @_alwaysEmitIntoClient public static var suppressionRemoved: AuditAction {
    AuditAction(rawValue: "suppression.removed")
  }
  /// `workout.assigned`
  @_alwaysEmitIntoClient public static var workoutAssigned: AuditAction { AuditAction(rawValue: "workout.assigned") }
  /// `workout.completed`
  @_alwaysEmitIntoClient public static var workoutCompleted: AuditAction { AuditAction(rawValue: "workout.completed") }
  /// `workout.removed`
  @_alwaysEmitIntoClient public static var workoutRemoved: AuditAction { AuditAction(rawValue: "workout.removed") }
  /// `workout.updated`
  @_alwaysEmitIntoClient public static var workoutUpdated: AuditAction { AuditAction(rawValue: "workout.updated") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
