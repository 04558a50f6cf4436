// SPDX-License-Identifier: Apache-2.0

import Domain

/// Whether a person's address is one that an offer asks for.
enum AddressFit: Equatable {
  case fits
  /// It is the right address, but the person has not proven it yet. The acceptance waits for that.
  case waits
  case wrong([Problem.Field])

  var broken: [Problem.Field] { if case .wrong(let fields) = self { fields } else { [] } }
}

extension CodeOffer {
  /// Whether a person may accept the offer with an address.
  /// - Parameters:
  ///   - isVerified: whether the address was verified in another way than by the code.
  ///   - isRelay: whether it is one of Apple's relay, from Apple's own token.
  ///   - pointer: JSON pointer to the address in the event's data.
  func fit(
    of address: EmailAddress?, isVerified: Bool, isRelay: Bool = false,
    _ rule: Policy.InvitationRules.EmailMatch, at pointer: String
  ) -> AddressFit {
    switch self {
    case .invitation(let details):
      details.invitation.fit(of: address, isVerified: isVerified, isRelay: isRelay, rule, at: pointer)
    case .joinLink(let details):
      details.link.fit(of: address, isVerified: isVerified, at: pointer)
    }
  }
}

extension Invitation {
  /// Whether an address is the invited one.
  func isTo(_ address: EmailAddress) -> Bool { email?.isSameMailbox(as: address) ?? false }

  /// Whether a person may accept the invitation with an address. The person must have proven the invited address, by
  /// the mailed code or before, unless no address is invited, or the policy or the inviter allows any. See
  /// `CodeOffer.fit`.
  func fit(
    of address: EmailAddress?, isVerified: Bool, isRelay: Bool, _ rule: Policy.InvitationRules.EmailMatch,
    at pointer: String
  ) -> AddressFit {
    func mismatch(_ detail: String) -> AddressFit {
      .wrong([Problem.Field(pointer: pointer, code: .invitationEmailMismatch, detail: detail)])
    }
    if email == nil || allowOtherEmail || rule == .any { return .fits }
    guard let address else { return mismatch("has no address, but the invitation requires the invited one") }
    if rule == .relay, isRelay, isVerified { return .fits }
    guard isTo(address) else { return mismatch("is not the invited address") }
    return isVerified || channel == .mail ? .fits : .waits
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
