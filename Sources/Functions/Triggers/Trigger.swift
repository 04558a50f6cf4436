// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// The format of one provider for new users and for the answer.
protocol Trigger {
  /// The user in the shape of `$defs/newUser` of functions.json; nil for anonymous users, and for events about
  /// something else.
  func user(_ environment: Environment) throws(Problem) -> JSON?
  /// Whether the provider has not created the user yet and accepts a refusal. Nothing is written then.
  var isBefore: Bool { get }
  /// The answer in the format of the provider.
  func platformResponse(_ result: FunctionResult) -> PlatformResponse
}

extension Trigger {
  var isBefore: Bool { false }
  func platformResponse(_ result: FunctionResult) -> PlatformResponse { PlatformResponse(result) }
}

/// A trigger in the shape of functions.json.
struct OwnTrigger: Trigger {
  let event: JSON

  func user(_ environment: Environment) throws(Problem) -> JSON? {
    let secrets = try StandardWebhook.secrets(environment.webhookKeys.keys(in: StandardWebhook.variable))
    guard event["provider"] != "supabase" || secrets.isEmpty else {
      throw Problem(.unauthenticated, "the event is not signed, but WEBHOOK_SECRET is set")
    }
    return event
  }
}

/// A new user with valid fields and with the identity that later sign-ins have.
struct NewUser {
  let identity: Identity
  let phone: String?
  let locale: String?
  let role: String?

  /// - Parameter described: the user in the shape of `$defs/newUser`. An invalid address, name, picture, phone or
  ///   locale is dropped, because nobody can correct it at the provider.
  /// - Throws: `event/invalid`, or `auth/provider-not-enabled`.
  init(_ described: JSON, _ environment: Environment) throws(Problem) {
    let schema = environment.catalogue.schema("newUser")
    var user = described
    let bad = schema.normalise(user).fields.map(\.pointer)
    for name in ["email", "displayName", "photoURL", "phone", "locale"] where bad.contains("/\(name)") {
      user = .object(JSON.Members(user.members?.pairs.filter { $0.name != name } ?? []))
    }
    let (normal, fields) = schema.normalise(user)
    guard fields.isEmpty else { throw .invalid(fields) }

    let data = Fields(normal)
    guard let provider = environment.policy.providers[try data.text("provider")] else {
      throw Problem(.providerNotEnabled, "the policy has no provider with that name")
    }
    let email = data.optionalEmail("email")
    identity = Identity(
      provider: provider.name, issuer: provider.issuers[0], subject: try data.text("subject"), email: email,
      emailVerified: email != nil && data.flag("emailVerified"),
      displayName: data.optionalText("displayName").flatMap { PersonName.isUsable($0) ? $0 : nil },
      photoURL: data.optionalText("photoURL"))
    phone = data.optionalText("phone")
    locale = data.optionalText("locale")
    role = data.optionalText("role")
  }
}
