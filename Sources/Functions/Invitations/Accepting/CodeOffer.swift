// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What a code offers: an invitation to one person, or a link by which many people join.
package enum CodeOffer: Equatable {
  case invitation(InvitationDetails)
  case joinLink(JoinLinkDetails)
}

/// A link by which people join, with its inviter.
package struct JoinLinkDetails: Equatable {
  package var link: JoinLink
  package var inviter: Inviter
}

extension CodeOffer {
  package var inviter: Inviter {
    switch self {
    case .invitation(let details): details.inviter
    case .joinLink(let details): details.inviter
    }
  }

  /// Requires that the offer can be accepted: it has not ended, and its inviter may invite.
  /// - Throws: why it cannot; `invitation/not-found` if its inviter may no longer invite.
  package func requireAcceptable(_ policy: Policy, at now: Timestamp) throws(Problem) {
    switch self {
    case .invitation(let details): try details.requireAcceptable(policy, at: now)
    case .joinLink(let details):
      try details.link.requireUsable(at: now)
      try details.inviter.requireMayInvite(policy)
    }
  }

  /// The role of the account that accepts it.
  func role(_ policy: Policy) -> String {
    switch self {
    case .invitation(let details): policy.role(of: details.invitation)
    case .joinLink: policy.roles.invitee
    }
  }

  /// The address to which its code was mailed; nil if it was not. A person with a mailed code reads that address.
  var mailedAddress: EmailAddress? {
    if case .invitation(let details) = self, details.invitation.channel == .mail {
      details.invitation.email
    } else {
      nil
    }
  }

  /// The invited address; nil if none is known.
  package var invitedAddress: EmailAddress? {
    if case .invitation(let details) = self { details.invitation.email } else { nil }
  }

  /// Whether the client's record belonged to this account before it left. Then only this account may accept, with any
  /// address.
  func isReservedFor(_ account: Account) -> Bool {
    if case .invitation(let details) = self {
      details.client.leftAt != nil && details.client.formerAccountID == account.id
    } else {
      false
    }
  }

  /// The name that the inviter typed, if it is valid for an account.
  package var usableName: String? { if case .invitation(let details) = self { details.client.usableName } else { nil } }
  /// The name that the inviter typed.
  var typedName: String? { if case .invitation(let details) = self { details.client.name } else { nil } }
  /// The language that the inviter chose for the person.
  var locale: String? { if case .invitation(let details) = self { details.client.locale } else { nil } }

  /// What an account waits for, if its address has to be proven first.
  var waiting: WaitingAcceptance {
    switch self {
    case .invitation(let details): .invitation(details.invitation.id)
    case .joinLink(let details): .joinLink(details.link.id)
    }
  }

  /// Whether its code proves an address.
  func proves(_ address: EmailAddress?) -> Bool {
    address.map { mailedAddress?.isSameMailbox(as: $0) ?? false } ?? false
  }

  /// Whether the owner of a proven address may accept it, as far as the address is concerned.
  func isMeantFor(_ proven: EmailAddress) -> Bool {
    switch self {
    case .invitation(let details): details.invitation.isTo(proven)
    case .joinLink(let details): !details.link.allowedDomains.isEmpty && details.link.allows(proven)
    }
  }
}

extension Inviter {
  /// - Throws: `invitation/not-found`.
  func requireMayInvite(_ policy: Policy) throws(Problem) {
    guard status == .active && role == policy.roles.inviter || hasActiveColleague else {
      throw Problem(.invitationNotFound, "its inviter may no longer invite")
    }
  }
}

extension Invitations {
  /// What a code offers.
  /// - Throws: `invitation/not-found`, `invitation/superseded`; `auth/too-many-requests` after too many wrong short
  ///   codes, for right ones too.
  package func offer(of code: PresentedCode, on device: Device? = nil) throws(Problem) -> CodeOffer {
    let notFound = Problem(.invitationNotFound, "no invitation has that code")
    guard let hash = try hashForLookup(code, on: device) else { throw notFound }
    if let details = try decision.tables.invitations.detailsIfKnown(codeHash: hash) {
      try details.inviter.requireMayInvite(decision.policy)
      return .invitation(InvitationDetails(details))
    }
    guard let found = try decision.tables.joinLinks.find(codeHash: hash) else { throw notFound }
    try found.inviter.requireMayInvite(decision.policy)
    return .joinLink(JoinLinkDetails(link: found.link, inviter: found.inviter))
  }
}

extension Prefetch {
  /// What a code leads to: the invitation, and the link if there is no invitation.
  static func offer(of code: PresentedCode, on device: Device? = nil) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.invitations.offer(of: code, on: device) }
  }
}
