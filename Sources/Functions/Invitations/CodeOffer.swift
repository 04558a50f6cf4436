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

/// Whether a person's address is one that an offer asks for.
enum AddressFit: Equatable {
  case fits
  /// It is the right address, but the person has not proven it yet. The acceptance waits for that.
  case waits
  case wrong([Problem.Field])

  var broken: [Problem.Field] { if case .wrong(let fields) = self { fields } else { [] } }
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
  var usableName: String? { if case .invitation(let offer) = self { offer.client.usableName } else { nil } }
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

  /// Whether a person may take the offer with an address.
  /// - Parameters:
  ///   - isVerified: whether the address was verified in another way than by the code.
  ///   - isRelay: whether it is one of Apple's relay, from Apple's own token.
  ///   - pointer: JSON pointer to the address in the event's data.
  func fit(
    of address: EmailAddress?, isVerified: Bool, isRelay: Bool = false,
    _ rule: Policy.InvitationRules.EmailMatch, at pointer: String
  ) -> AddressFit {
    switch self {
    case .invitation(let offer):
      offer.invitation.fit(of: address, isVerified: isVerified, isRelay: isRelay, rule, at: pointer)
    case .joinLink(let offer):
      offer.link.fit(of: address, isVerified: isVerified, at: pointer)
    }
  }
}

extension JoinLink {
  /// People of the link's domains join, once they have proven the address.
  fileprivate func fit(of address: EmailAddress?, isVerified: Bool, at pointer: String) -> AddressFit {
    if allowedDomains.isEmpty { return .fits }
    guard let address, allows(address) else {
      let domains = allowedDomains.joined(separator: ", ")
      return .wrong([
        Problem.Field(pointer: pointer, code: .emailDomainNotAllowed, detail: "should be an address of: \(domains)")
      ])
    }
    return isVerified ? .fits : .waits
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

/// A code as an event has it: that of a link or a mail, or a short one.
package struct PresentedCode {
  /// In upper case: people may type it in lower case.
  package let text: String
  /// Nil for the code of a link or a mail.
  let short: ShortCode?

  package init(_ typed: String) {
    text = typed.uppercased()
    short = ShortCode(text)
  }

  /// Whether its offer can be taken, so that a password is hashed for it. The transaction checks it again.
  func isTakeable(on device: Device?, _ call: Call, _ environment: Environment) throws(Problem) -> Bool {
    try environment.read(call) { (decision) throws(Problem) in
      do throws(Problem) {
        try decision.invitations.offer(of: self, on: device).requireTakeable(decision.policy, at: decision.now)
      } catch {
        guard error.isRefusal else { throw error }
        return false
      }
      return true
    }
  }
}

extension Fields {
  func presentedCode(_ name: String) throws(Problem) -> PresentedCode { PresentedCode(try text(name)) }
}

extension Invitations {
  /// What a code offers.
  /// - Throws: `invitation/not-found`, `invitation/superseded`; `auth/too-many-requests` after too many wrong short codes,
  ///   for right ones too.
  package func offer(of code: PresentedCode, on device: Device? = nil) throws(Problem) -> CodeOffer {
    let notFound = Problem(.invitationNotFound, "no invitation has that code")
    guard let hash = try hashToFind(code, on: device) else { throw notFound }
    if let offer = try decision.transaction.invitations.offerIfKnown(codeHash: hash) {
      return .invitation(InvitationDetails(offer))
    }
    guard let found = try decision.transaction.joinLinks.find(codeHash: hash) else { throw notFound }
    return .joinLink(JoinLinkDetails(link: found.link, inviter: found.inviter))
  }

  /// Counts a short code that nothing has. It is called after the refusal of an event, or in a transaction of its own.
  package func countWrongShortCode(
    _ problem: Problem, _ code: PresentedCode, on device: Device? = nil
  ) throws(Problem) {
    if problem.code == .invitationNotFound { try countWrongShortCode(code, on: device) }
  }

  func countWrongShortCode(_ code: PresentedCode, on device: Device?) throws(Problem) {
    if code.short != nil { try decision.limits.count(shortCodeLimits(device)) }
  }

  private func shortCodeLimits(_ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      decision.call.clientNetwork.map { (.shortCode, $0) }, device.map { (.shortCode, "device\n\($0.id)") },
      (.shortCodeAll, "all"),
    ]
    return subjects.compactMap { $0 }
  }

  /// The hash by which a code is found; nil if nothing has it.
  /// - Throws: `auth/too-many-requests` after too many wrong short codes, for right ones too.
  func hashToFind(_ code: PresentedCode, on device: Device?) throws(Problem) -> String? {
    guard let short = code.short else { return hashed(code.text) }
    try decision.limits.require(shortCodeLimits(device))
    return try decision.keyedHashToFind(Self.text(toHash: short))
  }

  /// A short code has few bits: without the key, a database would give it away.
  private static func text(toHash code: ShortCode) -> String { "short code\n\(code.text)" }

  /// 160 random bits. The code is the only proof of the invitation, so it must be unguessable.
  func newCode() -> String { decision.environment.random(20).base32 }

  /// A short code that nothing has, with its hash.
  func newShortCode() throws(Problem) -> (code: ShortCode, hash: String) {
    while true {
      let code = ShortCode(random: decision.environment.random(5))
      let hash = try decision.keyedHash(Self.text(toHash: code))
      if try !decision.transaction.joinLinks.isUsed(codeHash: hash) { return (code, hash) }
    }
  }
}
