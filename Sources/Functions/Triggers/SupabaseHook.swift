// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// Supabase Auth before it creates a user: its `before-user-created` hook. The event is the HTTP request (`headers` and
/// `body`, signed by Standard Webhooks), or only the body if the runner has verified the request.
struct SupabaseHook: Trigger {
  let event: JSON

  func user(_ environment: Environment) throws(Problem) -> JSON? {
    let payload = try payload(environment)
    guard let user = payload["user"] else { throw .invalid("/user", .eventInvalid, "is missing") }
    if AnonymousUser.isMarked(inSupabaseUser: user) { return nil }
    let (metadata, app) = (user["user_metadata"] ?? [:], user["app_metadata"] ?? [:])
    // For users of a provider, Supabase says whether the provider has verified the address. For its own users it does
    // not know yet, and the metadata contains what the person typed.
    let isOwn = ["email", "phone", nil].contains(app["provider"]?.string)
    let isVerified = !isOwn && metadata["email_verified"]?.bool ?? false
    return .object([
      "provider": "supabase", "subject": user["id"], "email": user["email"].flatMap(nonEmpty),
      "emailVerified": .bool(isVerified || user["email_confirmed_at"] != nil),
      "displayName": ClaimedName.name(in: user).map(JSON.string) ?? metadata["display_name"],
      "photoURL": metadata["avatar_url"] ?? metadata["picture"], "phone": user["phone"].flatMap(nonEmpty),
      "role": metadata["role"],
    ])
  }

  /// The HTTP status is 200 for a refusal too. The body contains the error with a message that is not empty.
  func platformResponse(_ result: FunctionResult) -> PlatformResponse {
    guard let error = result.error else { return PlatformResponse(json: [:]) }
    return PlatformResponse(json: ["error": ["http_code": JSON(error.status), "message": .string(error.userMessage)]])
  }

  private func payload(_ environment: Environment) throws(Problem) -> JSON {
    let secrets = try StandardWebhook.secrets(environment.webhookKeys.keys(in: StandardWebhook.variable))
    guard event["headers"] != nil else {
      guard secrets.isEmpty else {
        throw Problem(.unauthenticated, "the hook is not signed, but WEBHOOK_SECRET is set")
      }
      return event
    }
    guard !secrets.isEmpty else {
      throw .misconfigured("WEBHOOK_SECRET", "is unset; it should be the secret of the hook, v1,whsec_…")
    }
    let request = try WebhookRequest(event)
    let webhook = StandardWebhook(headers: request.headers, body: request.body)
    guard webhook.isSigned(with: secrets, at: environment.now) else {
      throw Problem(
        .unauthenticated, "the hook's signature matches no secret of WEBHOOK_SECRET, or is older than 5 minutes")
    }
    return try request.json()
  }

  private func nonEmpty(_ text: JSON) -> JSON? { text == "" ? nil : text }
}
