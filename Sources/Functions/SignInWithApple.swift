// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `POST /api/auth/apple` as the Manajet app speaks it: `sign-in` in another shape.
///
/// The app's own server kept a session in a cookie; here the tokens come in the answer, beside what the app knows.
public enum SignInWithApple: Function {
  public static let name = "sign-in-with-apple"

  public static func event(from data: Fields) throws(Problem) -> SignIn.Event {
    let name = data.optionalFields("full_name")
    let parts = [name?.optionalText("given_name"), name?.optionalText("family_name")].compactMap { $0 }
      .filter { !$0.isEmpty }
    let identity = PresentedIdentity(
      provider: "apple", idToken: try data.text("identity_token"), nonce: data.optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "), subject: data.optionalText("user_identifier"))
    return SignIn.Event(
      credential: .identity(identity), tokenPlace: "/identity_token", role: data.optionalText("as"),
      statement: try data.statement(),
      device: try data.optionalDevice("device"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.birthDate(in: data)
  }

  public static func answer(_ event: SignIn.Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try SignIn.answer(event, call, environment)
  }

  public static func provider(in data: Fields) -> String? { "apple" }

  public static func theirs(_ answer: JSON, to data: JSON) -> JSON {
    let message = answer["error"]?["userMessage"] ?? "Login successful"
    return JSON.object(["success": .bool(answer["error"] == nil), "message": message]).merging(answer)
  }
}
