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
    case .invitation(let offer): offer.inviter
    case .joinLink(let offer): offer.inviter
    }
  }

  /// Requires that the offer can be taken: it has not ended, and its inviter may invite.
  /// - Throws: why it cannot; `invitation/not-found` if its inviter may no longer invite.
  package func requireTakeable(_ policy: Policy, at now: Timestamp) throws(Problem) {
    switch self {
    case .invitation(let offer): try offer.requireTakeable(policy, at: now)
    case .joinLink(let offer):
      try offer.link.requireUsable(at: now)
      try offer.inviter.requireMayInvite(policy)
    }
  }

  /// The role of the account that takes it.
  func role(_ policy: Policy) -> String {
    switch self {
    case .invitation(let offer): policy.role(of: offer.invitation)
    case .joinLink: policy.roles.invitee
    }
  }

  /// The address to which its code was mailed; nil if it was not. Whoever has such a code reads that address.
  var mailedAddress: EmailAddress? {
    if case .invitation(let offer) = self, offer.invitation.channel == .mail { offer.invitation.email } else { nil }
  }

  /// The invited address; nil if none is known.
  package var invitedAddress: EmailAddress? {
    if case .invitation(let offer) = self { offer.invitation.email } else { nil }
  }

  /// The name that the inviter typed, if it is valid for an account.
  package var usableName: String? { if case .invitation(let offer) = self { offer.client.usableName } else { nil } }
  /// The name that the inviter typed.
  var typedName: String? { if case .invitation(let offer) = self { offer.client.name } else { nil } }
  /// The language that the inviter chose for the person.
  var locale: String? { if case .invitation(let offer) = self { offer.client.locale } else { nil } }

  /// What an account waits for, if its address has to be proven first.
  var waiting: WaitingAcceptance {
    switch self {
    case .invitation(let offer): .invitation(offer.invitation.id)
    case .joinLink(let offer): .joinLink(offer.link.id)
    }
  }

  /// Whether its code proves an address.
  func proves(_ address: EmailAddress?) -> Bool {
    address.map { mailedAddress?.isSameMailbox(as: $0) ?? false } ?? false
  }

  /// Whether the owner of a proven address may take it, as far as the address is concerned.
  func isFor(_ proven: EmailAddress) -> Bool {
    switch self {
    case .invitation(let offer): offer.invitation.isTo(proven)
    case .joinLink(let offer): !offer.link.allowedDomains.isEmpty && offer.link.allows(proven)
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
    guard let hash = try hashToFind(code, on: device) else { throw notFound }
    if let offer = try decision.transaction.invitations.offerIfKnown(codeHash: hash) {
      return .invitation(InvitationDetails(offer))
    }
    guard let found = try decision.transaction.joinLinks.find(codeHash: hash) else { throw notFound }
    return .joinLink(JoinLinkDetails(link: found.link, inviter: found.inviter))
  }
}
