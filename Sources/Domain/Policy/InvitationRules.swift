// SPDX-License-Identifier: Apache-2.0

extension Policy {
  /// The policy's `invitation`: validity, reminders, roles, and who may accept.
  package struct InvitationRules: Sendable {
    /// Which address may accept an invitation: the invited one, also an Apple private relay address, or any.
    package enum EmailMatch: String, Sendable { case strict, relay, any }
    package let days: Int
    package let emailMatch: EmailMatch
    package let remindDaysBefore: [Int]
    /// Whether an inviter may add a note to a mail.
    package let allowNote: Bool
    /// Whether an inviter may have a branding.
    package let branding: Bool
    /// The roles that people may be invited to.
    package let roles: [String]

    /// - Throws: `service/misconfigured` for a role that the policy does not have.
    init(_ json: JSON?, _ roles: Roles) throws(Problem) {
      days = json?["days"]?.integer ?? 0
      emailMatch = EmailMatch(rawValue: json?["emailMatch"]?.string ?? "") ?? .strict
      remindDaysBefore = (json?["remindDaysBefore"]?.array ?? []).compactMap(\.integer).sorted()
      allowNote = json?["allowNote"]?.bool ?? false
      branding = json?["branding"]?.bool ?? false
      self.roles = json?["roles"]?.array?.compactMap(\.string) ?? [roles.invitee]
      if let unknown = self.roles.first(where: { !roles.all.contains($0) }) {
        throw .misconfigured("POLICY_FILE", "/invitation/roles: \"\(unknown)\" is not a role of /roles")
      }
    }

    /// When the next reminder of an invitation is due; nil if there is none. Only invitations by mail have reminders: a
    /// reminder is a mail, and its code proves the address.
    package func reminder(of invitation: Invitation, after now: Timestamp) -> Timestamp? {
      guard invitation.channel == .mail else { return nil }
      // At noon UTC of a later day: nobody is reminded on the day of the invitation or of another reminder.
      let noons = remindDaysBefore.map { invitation.lastDay + .hours(12) - .days($0) }
      return noons.filter { $0.startOfDay > now }.min()
    }
  }

  /// The rule of `invitation.roles`.
  /// - Parameter asked: nil for the invitee's role.
  package func wrongInvitedRole(_ asked: String?, at pointer: String) -> Problem.Field? {
    guard !invitation.roles.contains(asked ?? roles.invitee) else { return nil }
    return Problem.Field(
      pointer: pointer, code: .invalidRole, detail: "should be one of: \(invitation.roles.joined(separator: ", "))")
  }

  /// The role of the account that accepts an invitation.
  package func role(of invitation: Invitation) -> String { invitation.role ?? roles.invitee }

  /// Whether an account of a role can accept an invitation. A role that was removed from `invitation.roles` admits
  /// nobody.
  package func admits(_ role: String, to invitation: Invitation) -> Bool {
    role == self.role(of: invitation) && isInvited(to: invitation)
  }

  /// Whether people may still be invited to the role of an invitation.
  package func isInvited(to invitation: Invitation) -> Bool {
    invitation.role.map(self.invitation.roles.contains) ?? true
  }
}
