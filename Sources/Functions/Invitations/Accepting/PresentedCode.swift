// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

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

  /// Whether its offer can be accepted. A password is hashed only for such a code. The transaction checks the code
  /// again.
  func isAcceptable(on device: Device?, _ call: Call, _ environment: Environment) throws(Problem) -> Bool {
    try environment.read(call) { (decision) throws(Problem) in
      do throws(Problem) {
        try decision.invitations.offer(of: self, on: device).requireAcceptable(decision.policy, at: decision.now)
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
  /// Counts an unknown short code. It is called after the refusal of an event, or in a transaction of its own.
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
  func hashForLookup(_ code: PresentedCode, on device: Device?) throws(Problem) -> String? {
    guard let short = code.short else { return hashed(code.text) }
    try decision.limits.require(shortCodeLimits(device))
    return try decision.keyedHashForLookup(Self.text(toHash: short))
  }

  /// A short code has few bits: without the key, a database would give it away.
  private static func text(toHash code: ShortCode) -> String { "short code\n\(code.text)" }

  /// 160 random bits. The code is the only proof of the invitation, so it must be unguessable.
  func newCode() -> String { decision.random(20).base32 }

  /// An unused short code, with its hash.
  func newShortCode() throws(Problem) -> (code: ShortCode, hash: String) {
    while true {
      let code = ShortCode(random: decision.random(5))
      let hash = try decision.keyedHash(Self.text(toHash: code))
      if try !decision.tables.joinLinks.isUsed(codeHash: hash) { return (code, hash) }
    }
  }
}
