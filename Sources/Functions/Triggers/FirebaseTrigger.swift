// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// Firebase Authentication after it has created a user: the data of `google.firebase.auth.user.v1.created`, of the
/// first generation's `providers/firebase.auth/eventTypes/user.create`, or, below `value`, of version 2.
struct FirebaseTrigger: Trigger {
  let event: JSON

  func user(_ environment: Environment) -> JSON? {
    let user = event["value"] ?? event
    if AnonymousUser.isMarked(inFirebaseUser: user) { return nil }
    return .object([
      "provider": "firebase", "subject": user["uid"], "email": user["email"],
      "emailVerified": .bool(user["emailVerified"]?.bool ?? false), "displayName": user["displayName"],
      "photoURL": user["photoURL"], "phone": user["phoneNumber"], "role": user["customClaims"]?["role"],
    ])
  }
}

/// Firebase Authentication before it creates a user: `beforeCreate` of its blocking functions. The event is a token
/// for the project, and the answer contains changes of the user ("Extend Firebase Authentication with blocking
/// functions").
struct FirebaseBlockingTrigger: Trigger {
  let event: JSON

  func user(_ environment: Environment) throws(Problem) -> JSON? {
    let claims = try environment.authentication.idTokens.claims(of: event["jwt"]?.string ?? "", from: "firebase")
    guard claims["event_type"] == "beforeCreate" else { return nil }
    guard let user = claims["user_record"] else {
      throw .invalid("/jwt", .eventInvalid, "has no user_record")
    }
    if claims["sign_in_method"] == "anonymous" || AnonymousUser.isMarked(inFirebaseUser: user) { return nil }
    return .object([
      "provider": "firebase", "subject": user["uid"], "email": user["email"],
      "emailVerified": .bool(user["email_verified"]?.bool ?? false), "displayName": user["display_name"],
      "photoURL": user["photo_url"], "phone": user["phone_number"], "role": user["custom_claims"]?["role"],
      "locale": claims["locale"],
    ])
  }

  func platformResponse(_ result: FunctionResult) -> PlatformResponse {
    switch result {
    case .success(let result): PlatformResponse(json: user(result["account"]))
    case .failure(let error):
      PlatformResponse(
        json: [
          "error": ["status": .string(canonicalStatus(error.status)), "message": .string(error.userMessage)]
        ])
    }
  }

  /// The changes of the Firebase user; an empty object without an account.
  private func user(_ account: JSON?) -> JSON {
    guard let account else { return [:] }
    let claims: JSON = ["role": account["role"] ?? "", "accountId": account["id"] ?? ""]
    // Without a usable name, the name at Firebase does not change.
    guard let name = account["displayName"], name != "" else {
      return ["userRecord": ["updateMask": "customClaims", "customClaims": claims]]
    }
    return ["userRecord": ["updateMask": "displayName,customClaims", "displayName": name, "customClaims": claims]]
  }

  /// The name of an HTTP status in Google's APIs (google.rpc.Code).
  private func canonicalStatus(_ status: Int) -> String {
    switch status {
    case 401: "UNAUTHENTICATED"
    case 403: "PERMISSION_DENIED"
    case 404: "NOT_FOUND"
    case 409: "ALREADY_EXISTS"
    case 429: "RESOURCE_EXHAUSTED"
    default: "INVALID_ARGUMENT"
    }
  }
}
