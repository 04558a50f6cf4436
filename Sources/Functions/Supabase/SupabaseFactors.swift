// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `factors`: authenticator apps. A session that waits for its second factor reaches these routes.
extension SupabaseRequest {
  func enroll() throws(Problem) -> SupabaseResponse {
    switch text("factor_type") {
    case "totp": break
    case "phone": return notOffered(.mfaPhoneEnrollNotEnabled)
    case "webauthn": return notOffered(.mfaWebAuthnEnrollNotEnabled)
    default: throw .invalid("/factor_type", .eventInvalid, "should be totp")
    }
    try requireOwnName()
    let event: JSON = .members([("type", "totp"), ("name", text("friendly_name").map(JSON.string))])
    let result = try perform(EnrollFactor.self, event, admitsAwaitedFactor: true)
    guard let id = result["factor"]?["id"]?.string, let secret = result["secret"], let uri = result["uri"]?.string
    else {
      throw .bug("a new factor has no secret")
    }
    return SupabaseResponse(
      .object([
        "id": .string(id), "type": "totp", "friendly_name": .string(text("friendly_name") ?? ""),
        "totp": ["qr_code": .string(QRCode.picture(of: uri) ?? ""), "secret": secret, "uri": .string(uri)],
      ]))
  }

  /// Requires that no other app of the person has the name of the new one.
  /// - Throws: `event/invalid` for `friendly_name`.
  private func requireOwnName() throws(Problem) {
    guard let name = text("friendly_name"), try factors().contains(where: { $0.name == name }) else { return }
    throw .invalid("/friendly_name", .eventInvalid, "is the name of another factor")
  }

  func challenge() throws(Problem) -> SupabaseResponse {
    let challenge = SupabaseChallenge(factorID: try factor().id, endsAt: environment.now + SupabaseChallenge.lifetime)
    return SupabaseResponse([
      "id": .string(try challenge.id(environment)), "type": "totp", "expires_at": JSON(challenge.endsAt.wholeSeconds),
    ])
  }

  /// The authenticator apps of the person.
  private func factors() throws(Problem) -> [Factor] {
    try environment.read(call) { (decision) throws(Problem) in
      try decision.tables.factors.all(of: try caller.id, now: decision.now).filter { $0.type == .totp }
    }
  }

  /// The factor that the path names.
  private func factor() throws(Problem) -> Factor {
    guard let factor = try factors().first(where: { $0.id == parameter }) else {
      throw Problem(.notFound, "the account has no such factor")
    }
    return factor
  }

  /// Confirms a new factor, or passes a known one: the session has two factors from now on.
  func verifyFactor() throws(Problem) -> SupabaseResponse {
    let (code, factor) = (try requiredText("code"), try factor())
    if let challenge = text("challenge_id") { try SupabaseChallenge.require(challenge, of: factor, environment) }
    if factor.isConfirmed { return try passFactor(factor, code) }
    _ = try perform(
      ConfirmFactor.self, ["factorId": .string(factor.id), "code": .string(code)], admitsAwaitedFactor: true)
    return try renewed(by: ConfirmFactor.name)
  }

  /// Answers with tokens of the session as it is stored after a function has changed it or its account.
  func renewed(by function: String) throws(Problem) -> SupabaseResponse {
    let session = try call.sessionAtEntry()
    return try answer(auditedCall(of: function)) { (decision) throws(Problem) in
      guard let known = try decision.tables.sessions.find(id: session.id) else {
        throw .sessionRevoked(.signedOut)
      }
      return known
    }
  }

  /// Wrong codes count like those of a sign-in, because a session that waits has begun with one proof only.
  private func passFactor(_ factor: Factor, _ code: String) throws(Problem) -> SupabaseResponse {
    let (account, session) = (try caller, try call.sessionAtEntry())
    let guesses: FactorGuesses =
      session.method == SupabaseCall.Method.password.rawValue ? .afterPassword(account) : .afterOtherProof(account)
    let presented = PresentedFactor(factorID: factor.id, response: .code(code), pointer: "")
    return try answer(
      auditedCall(of: "answer-challenge"),
      onRefusal: { (decision, problem) throws(Problem) in
        guard problem.code == .codeInvalid else { return }
        try decision.limits.countGuess(at: guesses, on: session.device)
      }
    ) { (decision) throws(Problem) in
      try decision.limits.requireGuessesLeft(at: guesses, on: session.device)
      let passed = try decision.factors.verify(presented, of: account, challenge: [])
      guard let known = try decision.tables.sessions.find(id: session.id) else {
        throw .sessionRevoked(.signedOut)
      }
      try decision.factors.record(passed, of: account)
      let renewed = try decision.sessions.reauthenticated(known, hasPassedFactor: true)
      try decision.audit(.sessionReauthenticated, account: account.id, subject: session.id)
      return renewed
    }
  }

  /// Answers with the tokens of a session that a decision has changed.
  private func answer(
    _ call: Call, onRefusal: (Decision, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Decision) throws(Problem) -> Session
  ) throws(Problem) -> SupabaseResponse {
    let account = try caller
    let answer = try environment.decide(call, onRefusal: onRefusal) { (decision) throws(Problem) in
      let session = try body(decision)
      return JSONDocument(try decision.sessions.tokens(of: session, account).json)
    }
    return try session(answer.json, of: account.id)
  }

  /// Removes a factor, or gives up one that was never confirmed.
  func unenroll() throws(Problem) -> SupabaseResponse {
    let factor = try factor()
    let isGone = factor.isConfirmed ? false : try removeUnconfirmed(factor)
    if !isGone {
      _ = try perform(RemoveFactor.self, ["factorId": .string(factor.id)], admitsAwaitedFactor: true)
    }
    return SupabaseResponse(["id": .string(factor.id)])
  }

  /// Gives up a factor that was never confirmed.
  /// - Returns: false if it has been confirmed meanwhile. Its removal is then another decision.
  private func removeUnconfirmed(_ factor: Factor) throws(Problem) -> Bool {
    var isConfirmed = false
    _ = try environment.decide(auditedCall(of: "remove-factor")) { (decision) throws(Problem) in
      let known = try decision.tables.factors.all(of: try caller.id, now: decision.now)
      isConfirmed = known.contains { $0.id == factor.id && $0.isConfirmed }
      guard !isConfirmed else { return JSONDocument([:]) }
      try decision.tables.factors.remove(factor.id)
      try decision.audit(.accountFactorRemoved, account: try caller.id, subject: factor.id)
      return JSONDocument([:])
    }
    return !isConfirmed
  }
}
