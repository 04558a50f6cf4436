// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What an event presents to pass the second factor of an account.
struct PresentedFactor {
  enum Response {
    /// A code of an authenticator app.
    case code(String)
    /// `PublicKeyCredential.toJSON()`.
    case credential(JSON)
    case recoveryCode(String)
  }

  /// The factor; nil if the account has only one.
  let factorID: String?
  let response: Response
  /// JSON pointer to the object in the event's data that contains the members.
  let pointer: String
}

extension Fields {
  /// `factorId`, and `code`, `credential` or `recoveryCode`, at a pointer of the event's data.
  func presentedFactor(at pointer: String = "") throws(Problem) -> PresentedFactor {
    let response: PresentedFactor.Response =
      if let code = optionalText("code") {
        .code(code)
      } else if let credential = json("credential") {
        .credential(credential)
      } else {
        .recoveryCode(try text("recoveryCode"))
      }
    return PresentedFactor(factorID: optionalText("factorId"), response: response, pointer: pointer)
  }
}

/// A second factor that was verified and not yet recorded.
enum PassedFactor {
  /// A factor with the state that its use changes, and the challenge of `passkey-options` that it has answered.
  case factor(Factor, ended: Challenge? = nil)
  /// The hash of a recovery code.
  case recoveryCode(String)
}

extension Factors {
  /// Verifies the second factor of an account in a decision. Nothing is written: `record` does that.
  /// - Parameter challenge: the bytes that a passkey has to sign.
  /// - Throws: `auth/code-invalid` or `auth/invalid-credential` if it is wrong, `auth/provider-not-enabled` if its kind
  ///   is off, and `event/invalid` if the account has several factors and none is named.
  func verify(_ presented: PresentedFactor, of account: Account, challenge: [UInt8]) throws(Problem) -> PassedFactor {
    let factors = try decision.tables.factors.confirmed(of: account, now: decision.now)
    switch presented.response {
    case .recoveryCode(let code):
      // Without a key no recovery code is stored.
      guard RecoveryCodes.normalForm(code) != nil,
        let hash = try decision.keyedHashForLookup(Self.recoveryText(code, of: account)),
        try decision.tables.recoveryCodes.all(of: account.id).contains(where: { constantTimeEqual($0, hash) })
      else { throw Problem(.codeInvalid, "the recovery code does not exist, or it has been used") }
      return .recoveryCode(hash)
    case .code(let code):
      let factor = try presented.factor(of: .totp, in: factors, at: "/code")
      return .factor(try verify(code, of: factor))
    case .credential(let credential):
      let factor = try presented.factor(of: .passkey, in: factors, at: "/credential")
      let allowed = [try factor.passkey().id]
      return .factor(try verify(credential, of: factor, challenge: challenge, allowed: allowed))
    }
  }

  /// Verifies the second factor of a signed-in account in a decision, as `reauthenticate` does. A passkey answers a
  /// challenge of `passkey-options`. A recovery code is not accepted. Nothing is written: `record` does that.
  /// - Parameter presented: what the event presents, if anything.
  /// - Returns: nil if the account has no factor and the event presents none.
  /// - Throws: as `verify`; `auth/factor-required` if the account has a factor and the event presents none;
  ///   `auth/code-expired` if a passkey has answered another challenge.
  func verifyAgain(_ presented: PresentedFactor?, of account: Account) throws(Problem) -> PassedFactor? {
    guard let presented else {
      guard account.factors == 0 else {
        throw .factorRequired(of: account, "the account has a second factor, which is needed too")
      }
      return nil
    }
    switch presented.response {
    case .recoveryCode: throw .invalid("\(presented.pointer)/recoveryCode", .eventInvalid, "is not accepted here")
    case .code: return try verify(presented, of: account, challenge: [])
    case .credential(let credential):
      try decision.policy.requireOn(.passkey)
      let token = try Problem.catchRefusal { () throws(WebAuthnRefusal) in
        try PublicKeyCredential(credential).unverifiedChallenge()
      }
      let challenge = try decision.challenges.challenge(token, .passkey)
      guard case .factor(let factor, _) = try verify(presented, of: account, challenge: token) else {
        throw .bug("a credential is not of a factor")
      }
      return .factor(factor, ended: challenge)
    }
  }

  /// Records the use of a factor, after every check of the decision.
  func record(_ passed: PassedFactor, of account: Account) throws(Problem) {
    switch passed {
    case .factor(let factor, let challenge):
      try decision.tables.factors.update(factor)
      if let challenge { try decision.tables.challenges.remove(challenge.selector) }
    case .recoveryCode(let hash):
      try decision.tables.recoveryCodes.remove(hash, of: account.id)
      try decision.audit(.accountRecoveryCodeUsed, account: account.id)
    }
  }
}

extension Factors {
  /// Verifies a code of an authenticator app.
  /// - Returns: the factor after its use.
  func verify(_ code: String, of factor: Factor) throws(Problem) -> Factor {
    try decision.policy.requireOn(.totp)
    guard let step = try totp(of: factor).step(of: code, at: decision.now, lastUsed: factor.lastStep) else {
      throw Problem(.codeInvalid, "the code is wrong, too old, or it has been used")
    }
    var used = factor
    used.lastStep = step
    used.lastUsedAt = decision.now
    return used
  }

  func totp(of factor: Factor) throws(Problem) -> TOTP {
    guard let sealed = factor.sealedSecret,
      let secret = bytes(base64: try decision.secret.open(sealed, for: .factors, at: factor.id))
    else { throw .bug("a TOTP factor has no valid secret") }
    return TOTP(secret: secret)
  }

  /// Verifies an assertion of a passkey.
  /// - Parameter allowed: the ids of the request; nil if the account was not known.
  /// - Returns: the factor after its use.
  func verify(
    _ credential: JSON, of factor: Factor, challenge: [UInt8], allowed: [[UInt8]]?
  ) throws(Problem) -> Factor {
    let (party, passkey) = (try decision.policy.relyingParty(), try factor.passkey())
    do throws(WebAuthnRefusal) {
      var used = factor
      used.credential =
        try party.authenticate(
          credential, challenge: challenge, passkey: passkey, user: Array(factor.accountID.utf8), allowed: allowed
        ).stored
      used.lastUsedAt = decision.now
      return used
    } catch {
      var problem = Problem.refusedPasskey(error)
      if error == .counter {
        problem.consequence = .audit(Problem.RefusedCounter(factorID: factor.id, accountID: factor.accountID))
      }
      throw problem
    }
  }
}

extension PresentedFactor {
  /// The factor that the event presents.
  /// - Parameters:
  ///   - factors: the confirmed factors of the account.
  ///   - member: the event's member that a factor of this type needs.
  fileprivate func factor(of type: Factor.Kind, in factors: [Factor], at member: String) throws(Problem) -> Factor {
    guard factorID != nil || factors.count < 2 else {
      throw .invalid("\(pointer)/factorId", .eventInvalid, "is required, because the account has several factors")
    }
    guard let factor = factors.first(where: { $0.id == factorID ?? $0.id }) else {
      throw .invalid("\(pointer)/factorId", .eventInvalid, "is not a factor of the account")
    }
    guard factor.type == type else {
      throw .invalid("\(pointer)\(member)", .eventInvalid, "is not for a factor of the type \(factor.type.rawValue)")
    }
    return factor
  }
}

extension Problem {
  /// The refusal of a passkey. The name of the reason is for developers.
  static func refusedPasskey(_ reason: WebAuthnRefusal) -> Problem {
    refusedPasskey("the passkey was refused: \(reason.rawValue)")
  }

  /// The refusal of a passkey, whose message does not speak of what the person typed.
  static func refusedPasskey(_ detail: String) -> Problem {
    Problem(.invalidCredential, detail, message: Message("passkey"))
  }

  /// The refusal of a passkey that somebody adds.
  static func refusedNewPasskey(_ detail: String) -> Problem {
    Problem(.invalidCredential, detail, message: Message("new-passkey"))
  }

  /// Runs code that refuses a passkey.
  static func catchRefusal<Result>(_ body: () throws(WebAuthnRefusal) -> Result) throws(Problem) -> Result {
    do throws(WebAuthnRefusal) { return try body() } catch { throw refusedPasskey(error) }
  }
}
