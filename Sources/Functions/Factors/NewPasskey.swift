// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A new passkey that an invited person presents instead of a password.
struct NewPasskey {
  /// The challenge of `passkey-options`.
  let challenge: [UInt8]
  /// What the browser or the phone answers.
  let credential: JSON
}

extension Challenges {
  /// Begins a passkey for the account that takes an offer.
  /// - Returns: the challenge, and the options of a WebAuthn registration.
  func beginPasskey(for offer: CodeOffer, _ email: EmailAddress) throws(Problem) -> (challenge: [UInt8], options: JSON)
  {
    let party = try decision.policy.relyingParty()
    let accountID = decision.newID()
    let challenge = try newChallenge(
      .newPasskey, event: ["accountId": .string(accountID), "offer": .string(offer.waiting.id)])
    let user = RelyingParty.User(handle: Array(accountID.utf8), name: email.text, displayName: email.text)
    let options = party.creationOptions(
      for: user, challenge: challenge, existing: [], timeout: Challenges.challengeLifetime)
    return (challenge, options)
  }

  /// The id of the account that a passkey was begun for, which does not exist yet, and the row of the challenge.
  /// - Throws: `auth/code-expired` if the challenge has ended, or was for another offer.
  func begun(
    _ passkey: NewPasskey, for offer: CodeOffer
  ) throws(Problem) -> (accountID: String, selector: String) {
    let found = try challenge(passkey.challenge, .newPasskey)
    guard let sealed = found.sealedEvent else { throw .bug("the challenge of a new passkey has no account") }
    let text = try decision.secret.open(sealed, for: .challenges, at: found.selector)
    guard let event = try? JSON(parsing: Array(text.utf8)), let accountID = event["accountId"]?.string,
      event["offer"]?.string == offer.waiting.id
    else { throw Problem(.codeExpired, "the challenge was made for another invitation") }
    return (accountID, found.selector)
  }
}

extension Factors {
  /// The confirmed factor of a new passkey. Nothing is written.
  func registered(_ passkey: NewPasskey, for account: Account) throws(Problem) -> Factor {
    var factor = Factor(
      id: decision.newID(), accountID: account.id, type: .passkey, name: nil, createdAt: decision.now,
      expiresAt: decision.now + Factor.enrollment, sealedSecret: nil)
    factor.credential = try registered(passkey.credential, challenge: passkey.challenge).stored
    factor.confirmedAt = decision.now
    return factor
  }

  /// Verifies the answer to the options of a registration.
  func registered(_ credential: JSON, challenge: [UInt8]) throws(Problem) -> Passkey {
    let party = try decision.policy.relyingParty()
    let passkey: Passkey
    do throws(WebAuthnRefusal) { passkey = try party.register(credential, challenge: challenge) } catch {
      throw .refusedNewPasskey("the passkey was refused: \(error.rawValue)")
    }
    guard try decision.tables.factors.find(credentialID: passkey.id.base64URL) == nil else {
      throw .refusedNewPasskey("the passkey is registered already")
    }
    return passkey
  }
}
