// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The codes of a link by which people join.
package struct JoinCodes {
  /// The code in the link.
  let code: String
  package let short: ShortCode

  /// The form that is encrypted and stored.
  var text: String { "\(code) \(short.text)" }

  init(code: String, short: ShortCode) { (self.code, self.short) = (code, short) }

  init?(_ text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, let short = ShortCode(parts[1]) else { return nil }
    self.init(code: parts[0], short: short)
  }
}

/// A link by which people join, as its inviter sees it.
package struct JoinLinkOutput: FunctionOutput {
  package let link: JoinLink
  package let codes: JoinCodes
  /// The URL of the link, which is below `PUBLIC_URL`.
  package let address: String
  package let now: Timestamp

  var member: JSON {
    .object([
      "id": JSON(link.id), "name": link.name.map(JSON.string), "note": link.note.map(JSON.string),
      "link": JSON(address), "shortCode": JSON(codes.short.shown), "qr": QRCode.picture(of: address).map(JSON.string),
      "status": JSON(link.status(at: now).rawValue), "uses": JSON(link.uses),
      "maxUses": link.maxUses.map { JSON($0) }, "expiresAt": JSON(link.expiresAt.rfc3339),
      "approval": .bool(link.needsApproval),
      "allowedDomains": link.allowedDomains.isEmpty ? nil : JSON(link.allowedDomains),
      "profile": link.profile, "createdAt": JSON(link.createdAt.rfc3339),
    ])
  }

  package var json: JSON { ["joinLink": member] }
}

extension Invitations {
  /// New codes for a link. They are stored as hashes to be found, and encrypted to be shown again.
  func setCodes(of link: inout JoinLink, store: (JoinLink) throws(Problem) -> Void) throws(Problem) -> JoinCodes {
    let code = newCode()
    let (short, hash) = try newShortCode()
    let codes = JoinCodes(code: code, short: short)
    link.sealedCodes = try decision.secret.seal(codes.text, for: .joinCodes, at: link.id)
    try store(link)
    try decision.tables.joinLinks.setCodes([hashed(code), hash], of: link.id, at: decision.now)
    return codes
  }

  package func output(_ link: JoinLink, _ known: JoinCodes? = nil) throws(Problem) -> JoinLinkOutput {
    let codes = if let known { known } else { try codes(of: link) }
    let base = try decision.publicURL() + "/"
    return JoinLinkOutput(
      link: link, codes: codes, address: OutboxMessage.link(to: "join", code: codes.code, from: base),
      now: decision.now)
  }

  private func codes(of link: JoinLink) throws(Problem) -> JoinCodes {
    guard let codes = JoinCodes(try decision.secret.open(link.sealedCodes, for: .joinCodes, at: link.id))
    else { throw .bug("the codes of a link cannot be read") }
    return codes
  }
}
