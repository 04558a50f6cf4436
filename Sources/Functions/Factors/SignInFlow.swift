// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A function that starts a session for a person who has proven who they are. If the account has a second factor, the
/// function answers with a challenge, and `answer-challenge` takes the same decision again when the challenge is
/// answered: everything is checked again, and nothing has changed before.
package protocol SignInFlow: Function {
  associatedtype Verified: VerifiedEvent

  /// Decides about a verified credential. It refuses before its first write.
  static func decide(_ event: Verified, _ decision: Decision) throws(Problem) -> Output
}

/// An event that signs in, whose credential was verified. It contains neither a password nor an ID token.
package protocol VerifiedEvent {
  init(_ data: Fields) throws(Problem)

  /// The form that a challenge keeps, encrypted.
  var json: JSON { get }
}

extension VerifiedEvent {
  /// The stored event, with the method by which it proves an identity.
  func stored(_ call: Call) -> JSON { json.merging(.object(["provider": call.method.map { JSON($0.name) }])) }
}

enum SignInFlows {
  /// The functions that sign in. They begin sessions with `beginSession`, which is the gate of the second factor.
  static var all: [any SignInFlow.Type] {
    [AcceptInvitation.self, RestoreAccount.self, SignIn.self, SignInWithApple.self]
  }
}

/// A sign-in whose challenge is being answered.
struct ContinuedSignIn {
  private let function: any SignInFlow.Type
  private let event: JSON
  private let challenge: Challenge

  /// - Throws: `auth/code-expired` if the challenge is not of a sign-in.
  init(_ challenge: Challenge, _ environment: Environment) throws(Problem) {
    guard let sealed = challenge.sealedEvent,
      let function = SignInFlows.all.first(where: { $0.name == challenge.function })
    else { throw Problem(.codeExpired, "the challenge is not of a sign-in") }
    let text = try environment.secret.open(sealed, for: .challenges, at: challenge.selector)
    do { event = try JSON(parsing: Array(text.utf8), maximumDepth: 64) } catch {
      throw .bug("a stored event is not JSON")
    }
    (self.function, self.challenge) = (function, challenge)
  }

  /// How the person has proven who they are.
  var method: SignInMethod? { event["provider"]?.string.map(SignInMethod.init) }

  /// The device of the event.
  func device() throws(Problem) -> Device? { try Fields(event).optionalDevice("device") }

  /// Decides the event, after the second factor of the challenge's account was passed.
  func decide(_ decision: Decision) throws(Problem) -> JSON {
    var continued = decision.call
    continued.passedFactorOf = challenge.accountID
    continued.method = method
    return try function.result(of: event, decision.about(continued))
  }
}

extension SignInFlow {
  /// Decides a stored event.
  /// - Returns: the result in the form that the function itself answers with.
  fileprivate static func result(of stored: JSON, _ decision: Decision) throws(Problem) -> JSON {
    let output = try decide(try Verified(Fields(stored)), decision)
    return platformResponse(FunctionResult(json: output.json), to: [:]).json
  }
}

// The stored forms of what events contain and prove.

extension StatedConsent {
  /// Members as `Fields.statement` reads them.
  var members: JSON {
    .object([
      "birthDate": birthDate.map { JSON($0.text) },
      "consent": version == nil && guardianEmail == nil
        ? nil : .object(["version": version.map(JSON.string), "guardianEmail": guardianEmail.map { JSON($0.text) }]),
    ])
  }
}

extension Device {
  /// As `Fields.optionalDevice` reads it.
  var stored: JSON {
    .object([
      "id": JSON(id), "platform": platform.map(JSON.string), "name": name.map(JSON.string),
      "pushService": pushService.map { JSON($0.rawValue) }, "pushToken": pushToken.map(JSON.string),
    ])
  }
}

extension Identity {
  var stored: JSON {
    .object([
      "provider": JSON(provider), "issuer": JSON(issuer), "subject": JSON(subject),
      "email": email.map { JSON($0.text) }, "emailVerified": .bool(emailVerified),
      "displayName": displayName.map(JSON.string), "photoURL": photoURL.map(JSON.string),
      "hasPrivateEmail": .bool(hasPrivateEmail), "transferSubject": transferSubject.map(JSON.string),
      "singleUse": singleUse.map { ["hash": .string($0.hash), "expiresAt": JSON($0.expiresAt.milliseconds)] },
      "authorization": authorization?.stored,
    ])
  }

  init(stored: Fields) throws(Problem) {
    let token = stored.optionalFields("singleUse")
    let singleUse: SingleUseToken? =
      if let token, let expiresAt = token.optionalInteger("expiresAt") {
        SingleUseToken(hash: try token.text("hash"), expiresAt: Timestamp(milliseconds: expiresAt))
      } else { nil }
    self.init(
      provider: try stored.text("provider"), issuer: try stored.text("issuer"), subject: try stored.text("subject"),
      email: stored.optionalText("email").flatMap(EmailAddress.stored), emailVerified: stored.flag("emailVerified"),
      displayName: stored.optionalText("displayName"), photoURL: stored.optionalText("photoURL"),
      hasPrivateEmail: stored.flag("hasPrivateEmail"), transferSubject: stored.optionalText("transferSubject"),
      singleUse: singleUse,
      authorization: try stored.optionalFields("authorization").map { (authorization) throws(Problem) in
        try AuthorizationCode(stored: authorization)
      })
  }
}
