// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A trigger of an Amazon Cognito user pool: before a user is created (pre sign-up), or after the user has confirmed
/// (post confirmation). The answer is the event itself ("Customizing user pool workflows with Lambda triggers").
struct CognitoTrigger: Trigger {
  let event: JSON

  private var source: String { event["triggerSource"]?.string ?? "" }
  var isBefore: Bool { source.hasPrefix("PreSignUp_") }

  func user(_ environment: Environment) throws(Problem) -> JSON? {
    guard isBefore || source == "PostConfirmation_ConfirmSignUp" else { return nil }
    let (region, pool) = (event["region"]?.string ?? "", event["userPoolId"]?.string ?? "")
    let issuer = "https://cognito-idp.\(region).amazonaws.com/\(pool)"
    guard let provider = environment.policy.providers.values.first(where: { $0.issuers.contains(issuer) }) else {
      throw Problem(.providerNotEnabled, "the policy has no provider with the issuer of that user pool")
    }
    let user = event["request"]?["userAttributes"] ?? [:]
    return .object([
      "provider": .string(provider.name), "subject": user["sub"] ?? event["userName"], "email": user["email"],
      "emailVerified": .bool(user["email_verified"] == "true"),
      "displayName": ClaimedName.name(in: user).map(JSON.string),
      "photoURL": user["picture"], "phone": user["phone_number"], "locale": user["locale"],
      "role": user["custom:role"],
    ])
  }

  func platformResponse(_ result: FunctionResult) -> PlatformResponse {
    guard let error = result.error else { return PlatformResponse(json: event) }
    return PlatformResponse(
      json: ["errorMessage": .string(error.userMessage), "errorType": .string(error.code.rawValue)])
  }
}
