// SPDX-License-Identifier: Apache-2.0

/// The part of an inviter's account that an invitation needs.
package struct Inviter: Equatable, Sendable {
  package var id: String
  package var role: String
  package var status: Account.Status
  package var displayName: String
  /// Nil if the address is not verified. Notices go there.
  package var verifiedEmail: EmailAddress?
  /// Where people can reply to. Apple's relay takes mails only from senders that the app has registered
  /// (developer.apple.com, "Communicating using the private email relay service").
  package var replyEmail: EmailAddress? { verifiedEmail.flatMap { $0.isAtApplePrivateRelay ? nil : $0 } }
  package var locale: String?
  /// The branding of the team, or the inviter's own.
  package var branding: Branding?
  /// The team of the invitation; nil if the policy has no teams.
  package var team: TeamName?
  /// Whether somebody else of the team may invite.
  package var hasActiveColleague = false

  package init(
    id: String, role: String, status: Account.Status, displayName: String, verifiedEmail: EmailAddress?,
    locale: String?, branding: Branding?
  ) {
    self.id = id
    self.role = role
    self.status = status
    self.displayName = displayName
    self.verifiedEmail = verifiedEmail
    self.locale = locale
    self.branding = branding
  }

  package init(_ account: Account) {
    self.init(
      id: account.id, role: account.role, status: account.status, displayName: account.displayName,
      verifiedEmail: account.emailVerified ? account.email : nil, locale: account.locale, branding: account.branding)
  }
}

extension Policy {
  /// The name that mails and pages use for an inviter.
  package func name(of inviter: Inviter) -> String { inviter.displayName.isEmpty ? app.name : inviter.displayName }
}
