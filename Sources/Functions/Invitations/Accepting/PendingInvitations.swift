// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The invitations that wait for one verified address, newest first. They can be accepted without their codes.
package struct PendingInvitations {
  let all: [InvitationDetails]

  /// The maximum number of invitations that are read.
  static let maximum = 100

  /// Whether no invitation is pending.
  package var isEmpty: Bool { all.isEmpty }
  /// The client's name in the oldest invitation.
  package var clientNameOfOldest: String? { all.last?.client.name }

  /// The invitations that an account may accept.
  func acceptable(by account: Account, _ policy: Policy, at now: Timestamp) -> PendingInvitations {
    PendingInvitations(all: all.filter { $0.isAcceptable(by: account, policy, at: now) })
  }

  /// The invitations that a new account of a role may accept.
  func acceptable(inRole role: String, _ policy: Policy, at now: Timestamp) -> PendingInvitations {
    PendingInvitations(
      all: all.filter {
        policy.role(of: $0.invitation) == role && $0.isAcceptable(policy, at: now) && $0.client.leftAt == nil
      })
  }
}

/// An invitation that an account can accept without its code: an entry of `invitations` in results.
package struct WaitingInvitation {
  package let details: InvitationDetails
  package let inviterName: String

  /// The maximum number of entries of a result.
  static let maximum = 20

  var json: JSON {
    .object([
      "id": .string(details.invitation.id), "team": details.inviter.team?.json,
      "inviter": ["id": .string(details.inviter.id), "displayName": .string(inviterName)],
      "client": ["name": .string(details.client.name)], "expiresAt": .string(details.invitation.expiresAt.rfc3339),
    ])
  }
}

extension Invitations {
  /// The invitations that wait for a verified address, at most 100: pending ones of active inviters.
  /// - Parameter role: the role of the invitations; nil for all.
  package func pending(for address: EmailAddress?, role: String? = nil) throws(Problem) -> PendingInvitations {
    guard let address else { return PendingInvitations(all: []) }
    let found = try decision.tables.invitations.pendingDetails(
      to: address, role: role, invitee: decision.policy.roles.invitee, now: decision.now,
      limit: PendingInvitations.maximum)
    return PendingInvitations(all: found.map(InvitationDetails.init))
  }

  /// The invitations to any address that an account has proven, newest first.
  package func pending(for account: Account) throws(Problem) -> PendingInvitations {
    var found: [InvitationDetails] = []
    for address in account.provenEmails {
      let more = try pending(inRole: account.role, to: address)
      found += more.filter { another in !found.contains { $0.invitation.id == another.invitation.id } }
    }
    return PendingInvitations(all: found.sorted { $0.invitation.sentAt > $1.invitation.sentAt })
  }

  /// Invitations to other roles do not displace those of a role.
  private func pending(inRole role: String, to address: EmailAddress) throws(Problem) -> [InvitationDetails] {
    let all = try pending(for: address).all
    return all.count < PendingInvitations.maximum ? all : try pending(for: address, role: role).all
  }

  /// The invitations that an account can accept without their codes.
  func waitingInvitations(for account: Account) throws(Problem) -> [WaitingInvitation] {
    let acceptable = try pending(for: account).acceptable(by: account, decision.policy, at: decision.now).all
    return acceptable.prefix(WaitingInvitation.maximum).map {
      WaitingInvitation(details: $0, inviterName: decision.policy.name(of: $0.inviter))
    }
  }

  /// The role of a new person, and the name that an inviter gave them.
  ///
  /// Without a role in the event an invited person becomes an invitee, even if the invitation is over or the address
  /// unproven: nobody becomes an inviter by accident.
  /// - Parameters:
  ///   - asked: nil if the event names no role.
  ///   - proven: the person's verified address.
  ///   - claimed: the person's address, if it is not verified.
  func entry(_ asked: String?, proven: EmailAddress?, claimed: EmailAddress?) throws(Problem) -> (
    entry: Applicant.Entry, displayName: String?
  ) {
    let (invitee, signUp) = (decision.policy.roles.invitee, decision.policy.roles.signUp)
    guard asked ?? invitee == invitee else { return (.signUp(role: asked), nil) }
    let waiting = try proven.map { (address) throws(Problem) in
      PendingInvitations(all: try pending(inRole: invitee, to: address))
        .acceptable(inRole: invitee, decision.policy, at: decision.now)
    }
    if let waiting, !waiting.isEmpty { return (.given(role: invitee), waiting.clientNameOfOldest) }
    // Without sign-up, only an invitation that can be accepted admits.
    guard !signUp.isEmpty else { return (.signUp(role: asked), nil) }
    for address in [proven, claimed].compactMap({ $0 })
    where try decision.tables.invitations.wasInvited(address, inviterRole: decision.policy.roles.inviter) {
      return (.given(role: invitee), nil)
    }
    return (.signUp(role: asked ?? roleOfStranger(isProven: proven != nil)), nil)
  }

  /// The role of a person whom nobody has invited and who names none. Only a proven address makes an inviter.
  /// - Returns: nil for the only role of `roles.signUp`.
  private func roleOfStranger(isProven: Bool) -> String? {
    let roles = decision.policy.roles
    guard roles.signUp.contains(roles.inviter) else {
      return roles.signUp.contains(roles.invitee) ? roles.invitee : nil
    }
    return isProven ? roles.inviter : roles.invitee
  }

  /// Accepts the invitations that wait for the verified addresses of an account, for a trigger or an import.
  /// An invitation into a team stays pending while the account is in the maximum number of teams.
  /// - Parameter isNew: whether the account has just been made.
  /// - Returns: the account with the fields that the inviters set.
  @discardableResult
  package func acceptWaiting(for known: Account, isNew: Bool = false) throws(Problem) -> Account {
    var account = known
    let acceptable = try pending(for: account).acceptable(by: account, decision.policy, at: decision.now).all
    for details in acceptable.reversed() where try decision.teams.hasRoom(for: account, in: details.invitation) {
      account = try accept(details, by: account, isNew ? .createdForOffer : .known)
    }
    return account
  }
}

extension InvitationTable {
  /// An invitation, pending or past, to an address that the account has proven.
  /// - Throws: `invitation/not-found` for others, as if they did not exist.
  func details(id: String, to account: Account, _ policy: Policy) throws(Problem) -> InvitationDetails {
    guard let found = try details(id: id), account.provenEmails.contains(where: { found.invitation.isTo($0) }) else {
      throw Problem(.invitationNotFound, "no invitation with that id waits for the account's verified address")
    }
    try found.inviter.requireMayInvite(policy)
    return InvitationDetails(found)
  }
}
