// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `POST /api/auth/apple` of the Manajet app: `sign-in` with other members.
///
/// The app's own server keeps the session in a cookie. Here the answer contains the tokens too.
package enum SignInWithApple: SignInFlow {
  package static let name = "sign-in-with-apple"

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> SignIn.Event {
    let name = data.optionalFields("full_name")
    let parts = [name?.optionalText("given_name"), name?.optionalText("family_name")].compactMap { $0 }
      .filter { !$0.isEmpty }
    let identity = PresentedIdentity(
      provider: "apple", idToken: try data.text("identity_token"), nonce: data.optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "), subject: data.optionalText("user_identifier"),
      authorizationCode: data.optionalText("authorization_code").flatMap { $0.isEmpty ? nil : $0 })
    return SignIn.Event(
      proof: .credential(.identity(identity)), tokenPlace: "/identity_token", role: data.optionalText("as"),
      statement: try data.statement(),
      device: try data.optionalDevice("device"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.brokenBirthDate(in: data)
  }

  package static func answer(_ event: SignIn.Event, _ call: Call, _ environment: Environment) throws(Problem) -> Answer<
    Output
  > {
    try SignIn.answer(event, call, environment)
  }

  package static func decide(
    _ event: SignIn.Verified, _ decision: Decision
  ) throws(Problem) -> Output {
    try SignIn.decide(event, decision)
  }

  package static func method(in data: Fields) -> SignInMethod? { .apple }

  package static func platformResponse(_ result: FunctionResult, to data: JSON) -> PlatformResponse {
    let isChallenge = result.json["challenge"] != nil
    let message = result.error?.userMessage ?? (isChallenge ? "Second factor required" : "Login successful")
    let added: JSON = ["success": .bool(result.error == nil), "message": .string(message)]
    return PlatformResponse(json: added.merging(result.json), status: result.status)
  }
}
