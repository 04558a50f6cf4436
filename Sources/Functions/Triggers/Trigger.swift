// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// One provider's way of telling of a new user, and of being answered.
protocol Trigger {
  /// The user in our own shape (`$defs/newUser` of functions.json); nil where the event is about something else.
  func user(_ environment: Environment) throws(Problem) -> JSON?
  /// Whether the user is not there yet, and may still be refused: nothing is written then.
  var isBefore: Bool { get }
  /// The answer as the provider understands it.
  func platformAnswer(_ result: FunctionResult) -> PlatformAnswer
}

extension Trigger {
  var isBefore: Bool { false }
  func platformAnswer(_ result: FunctionResult) -> PlatformAnswer { PlatformAnswer(result) }
}

/// A trigger in our own shape.
struct OwnTrigger: Trigger {
  let event: JSON

  func user(_ environment: Environment) throws(Problem) -> JSON? {
    let secrets = try environment.webhookSecrets()
    guard event["provider"] != "supabase" || secrets.isEmpty else {
      throw Problem(.unauthenticated, "the event is not signed, and WEBHOOK_SECRET is set")
    }
    return event
  }
}

/// A new user, in bounds and with an identity that later sign-ins have as well.
struct NewUser {
  let identity: Identity
  let phone: String?
  let locale: String?
  let role: String?

  /// - Parameter described: in our own shape. A name or picture that is out of bounds is dropped: the provider has
  ///   taken it, and nobody could mend it there.
  /// - Throws: `event/invalid`, or `auth/provider-not-enabled`.
  init(_ described: JSON, _ environment: Environment) throws(Problem) {
    let schema = environment.schema("newUser")
    var user = described
    let bad = schema.normalise(user).fields.map(\.pointer)
    for name in ["displayName", "photoURL", "phone", "locale"] where bad.contains("/\(name)") {
      user = .object(JSON.Members(user.members?.pairs.filter { $0.name != name } ?? []))
    }
    let (normal, fields) = schema.normalise(user)
    guard fields.isEmpty else { throw .invalid(fields) }

    let data = Fields(normal)
    guard let provider = environment.policy.providers[try data.text("provider")] else {
      throw Problem(.providerNotEnabled, "the policy has no provider of that name")
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
