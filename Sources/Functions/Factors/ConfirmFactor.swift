// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A signed-in person shows that a new second factor works. From now on every sign-in needs it.
package enum ConfirmFactor: Function {
  package static let name = "confirm-factor"
  package static func memory(of data: Fields) -> AnswerMemory { .ofSession }

  package struct Event {
    let factorID: String
    let response: PresentedFactor.Response
  }

  package typealias Output = FactorsOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(factorID: try data.text("factorId"), response: try data.presentedFactor().response)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      // This session or another one may have confirmed a factor since the call began.
      let (caller, session) = (try decision.requireCaller(), try decision.requireSession())
      try session.requireFactor(of: caller)
      let factors = try decision.tables.factors.all(of: caller.id, now: decision.now)
      guard let factor = factors.first(where: { $0.id == event.factorID && !$0.isConfirmed }) else {
        throw Problem(.codeExpired, "the account has no factor with this id that can be confirmed")
      }
      let confirmed = try confirmed(factor, by: event.response, decision)

      try decision.tables.factors.update(confirmed)
      try decision.tables.factors.storeCount(of: caller.id)
      try decision.tables.sessions.recordFactor(ofSession: session.id, at: decision.now)
      let isFirst = !factors.contains(where: \.isConfirmed)
      let codes = isFirst ? try decision.factors.renewRecoveryCodes(of: caller) : nil
      try decision.outbox.notify(caller, of: .factorAdded(name: factor.name), by: call)
      try decision.audit(.accountFactorAdded, account: caller.id, subject: factor.id)
      return Output(factors: factors.filter(\.isConfirmed) + [confirmed], recoveryCodes: codes)
    }
  }

  /// The factor as it is confirmed by a valid response. Nothing is written.
  private static func confirmed(
    _ factor: Factor, by response: PresentedFactor.Response, _ decision: Decision
  ) throws(Problem) -> Factor {
    var confirmed: Factor
    switch (factor.type, response) {
    case (.totp, .code(let code)):
      confirmed = try decision.factors.verify(code, of: factor)
      // It has not signed in yet.
      confirmed.lastUsedAt = nil
    case (.passkey, .credential(let credential)):
      confirmed = factor
      confirmed.credential = try registered(credential, of: factor, decision).stored
      confirmed.sealedSecret = nil
    case (.totp, _): throw .invalid("/code", .eventInvalid, "is required for a factor of the type totp")
    case (.passkey, _): throw .invalid("/credential", .eventInvalid, "is required for a factor of the type passkey")
    }
    confirmed.confirmedAt = decision.now
    return confirmed
  }

  private static func registered(_ credential: JSON, of factor: Factor, _ decision: Decision) throws(Problem) -> Passkey
  {
    guard let sealed = factor.sealedSecret,
      let challenge = bytes(base64: try decision.secret.open(sealed, for: .factors, at: factor.id))
    else { throw .bug("a passkey that is being enrolled has no challenge") }
    return try decision.factors.registered(credential, challenge: challenge)
  }
}
