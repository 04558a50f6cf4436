// SPDX-License-Identifier: Apache-2.0

/// A link by which any number of people become clients of one inviter: on a poster, in a chat, as a QR code.
package struct JoinLink: Equatable, Sendable {
  /// In this order of precedence, but for `open`.
  package enum Status: String, Sendable { case open, closed, expired, full }

  package var id: String
  package var teamID: String
  /// Who has made it.
  package var inviterID: String
  package var name: String?
  /// The inviter's own note, which nobody else sees.
  package var note: String?
  /// The fields of the policy that only inviters set, for the accounts that join.
  package var profile: JSON?
  /// Only people with a proven address of one of these domains join; empty for all.
  package var allowedDomains: [String]
  /// Whether the inviter has to agree to each person.
  package var needsApproval: Bool
  /// Nil for any number.
  package var maxUses: Int?
  package var uses = 0
  /// The code of the link, and the short one, encrypted: lists show them again.
  package var sealedCodes: String
  package var createdAt: Timestamp
  package var expiresAt: Timestamp
  package var closedAt: Timestamp?

  /// The maximum number of links of one team that are open or full at once.
  package static let maximumOpen = 100

  package init(
    id: String, teamID: String, inviterID: String, name: String?, note: String?, profile: JSON?,
    allowedDomains: [String], needsApproval: Bool, maxUses: Int?, sealedCodes: String, createdAt: Timestamp,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.teamID = teamID
    self.inviterID = inviterID
    self.name = name
    self.note = note
    self.profile = profile
    self.allowedDomains = allowedDomains
    self.needsApproval = needsApproval
    self.maxUses = maxUses
    self.sealedCodes = sealedCodes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  package var isFull: Bool { maxUses.map { uses >= $0 } ?? false }

  package func status(at now: Timestamp) -> Status {
    closedAt != nil ? .closed : expiresAt <= now ? .expired : isFull ? .full : .open
  }

  /// - Throws: why nobody can join: `invitation/revoked`, `invitation/expired`. A full link is not refused here,
  ///   because people who have joined already keep their place.
  package func requireUsable(at now: Timestamp) throws(Problem) {
    switch status(at: now) {
    case .closed: throw Problem(.invitationRevoked, "the inviter has closed the link")
    case .expired: throw Problem(.invitationExpired, "the link ended at \(expiresAt.rfc3339)")
    case .open, .full: return
    }
  }

  /// Whether an address has one of the domains of the link.
  package func allows(_ email: EmailAddress) -> Bool {
    allowedDomains.isEmpty || allowedDomains.contains { DomainName.ascii($0) == email.asciiDomain }
  }
}
