// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A signed-in person begins to add a second factor. It counts only after `confirm-factor`.
package enum EnrollFactor: Function {
  package static let name = "enroll-factor"
  package static let needsRecentSignIn = true

  package struct Event {
    let type: Factor.Kind
    let factorName: String?
  }

  package struct Output: FunctionOutput {
    let factor: Factor
    /// `secret` and `uri`, or `options`.
    let members: JSON

    package var json: JSON { JSON.object(["factor": factor.json]).merging(members) }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    guard let type = Factor.Kind(rawValue: try data.text("type")) else { throw .bug("an unknown type of factor") }
    return Event(type: type, factorName: data.optionalText("name"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      try decision.policy.requireOn(event.type)
      let known = try decision.tables.factors.all(of: caller.id, now: decision.now)
      guard known.count < Factor.maximumPerAccount else {
        throw .invalid(
          "/type", .eventInvalid,
          "the account has \(Factor.maximumPerAccount) factors, with those that wait for their confirmation: the maximum"
        )
      }

      var factor = Factor(
        id: decision.newID(), accountID: caller.id, type: event.type, name: event.factorName,
        createdAt: decision.now, expiresAt: decision.now + Factor.enrollment, sealedSecret: nil)
      let members =
        switch event.type {
        case .totp: try decision.factors.enrolTOTP(&factor, of: caller)
        case .passkey: try decision.factors.enrolPasskey(&factor, of: caller, known)
        }
      try decision.tables.factors.insert(factor)
      try decision.audit(.accountFactorEnrolled, account: caller.id, subject: factor.id)
      return Output(factor: factor, members: members)
    }
  }
}

extension Factors {
  fileprivate func enrolTOTP(_ factor: inout Factor, of account: Account) throws(Problem) -> JSON {
    let environment = decision.environment
    let totp = TOTP(random: environment.random)
    factor.sealedSecret = try environment.secret.seal(totp.secret.base64URL, for: .factors, at: factor.id)
    return shown(totp, of: account)
  }

  private func shown(_ totp: TOTP, of account: Account) -> JSON {
    ["secret": .string(totp.text), "uri": .string(totp.uri(issuer: decision.policy.app.name, account: account.label))]
  }

  /// The secret and the URI of an authenticator app that is being added, for a page that shows them again after a wrong
  /// code; nil if the app is added already or the time for it is over.
  package func enrolling(_ id: String, of account: Account) throws(Problem) -> JSON? {
    let known = try decision.tables.factors.all(of: account.id, now: decision.now)
    guard let factor = known.first(where: { $0.id == id }), factor.type == .totp, !factor.isConfirmed else {
      return nil
    }
    return shown(try totp(of: factor), of: account)
  }

  fileprivate func enrolPasskey(
    _ factor: inout Factor, of account: Account, _ known: [Factor]
  ) throws(Problem) -> JSON {
    let environment = decision.environment
    let party = try decision.policy.relyingParty()
    let challenge = environment.random(32)
    factor.sealedSecret = try environment.secret.seal(challenge.base64URL, for: .factors, at: factor.id)
    let passkeys = try known.filter { $0.type == .passkey && $0.isConfirmed }
      .map { (each) throws(Problem) in try each.passkey() }
    let user = RelyingParty.User(
      handle: Array(account.id.utf8), name: account.label,
      displayName: account.displayName.isEmpty ? account.label : account.displayName)
    let options = party.creationOptions(for: user, challenge: challenge, existing: passkeys, timeout: Factor.enrollment)
    return ["options": options]
  }
}

extension Account {
  /// What distinguishes the account in an authenticator.
  fileprivate var label: String { email?.text ?? (displayName.isEmpty ? id : displayName) }
}
