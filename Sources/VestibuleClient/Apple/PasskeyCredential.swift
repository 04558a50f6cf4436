// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an authenticator answered, which the kit sends in the JSON of WebAuthn (W3C, "Web Authentication", section
/// 5.1).
struct PasskeyCredential {
  /// What is signed, or what a new passkey has.
  enum Response {
    case assertion(authenticatorData: Data?, signature: Data?, userHandle: Data?)
    case registration(attestationObject: Data?)
  }

  let id: Data
  let clientData: Data
  let response: Response

  var json: [String: JSONValue] {
    var members: [String: JSONValue] = ["clientDataJSON": JSONValue(bytes: clientData)]
    switch response {
    case .assertion(let authenticatorData, let signature, let userHandle):
      members["authenticatorData"] = authenticatorData.map(JSONValue.init(bytes:))
      members["signature"] = signature.map(JSONValue.init(bytes:))
      members["userHandle"] = userHandle.map(JSONValue.init(bytes:))
    case .registration(let attestationObject):
      members["attestationObject"] = attestationObject.map(JSONValue.init(bytes:))
    }
    let id = JSONValue(bytes: id)
    return ["id": id, "rawId": id, "type": "public-key", "response": .object(members), "clientExtensionResults": [:]]
  }
}

/// What options of WebAuthn say about an existing passkey to sign in with; nil if they are for a new one.
struct AssertionOptions {
  let domain: String
  let challenge: Data

  init?(_ options: [String: JSONValue]) {
    guard let domain = options["rpId"]?.stringValue, let bytes = options["challenge"]?.bytes else { return nil }
    (self.domain, challenge) = (domain, bytes)
  }
}

/// What options of WebAuthn say about a new passkey; nil if they are for a sign-in.
struct RegistrationOptions {
  let domain: String
  let challenge: Data
  let name: String
  let user: Data

  init?(_ options: [String: JSONValue]) {
    guard let domain = options["rp"]?["id"]?.stringValue, let bytes = options["challenge"]?.bytes,
      let name = options["user"]?["name"]?.stringValue, let user = options["user"]?["id"]?.bytes
    else { return nil }
    (self.domain, challenge, self.name, self.user) = (domain, bytes, name, user)
  }
}

/// WebAuthn writes bytes as base64url without padding.
extension JSONValue {
  init(bytes: Data) {
    self = .string(
      bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: ""))
  }

  /// Nil for a value that is not base64url.
  var bytes: Data? {
    guard var text = stringValue?.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    else { return nil }
    while !text.utf8.count.isMultiple(of: 4) { text += "=" }
    return Data(base64Encoded: text)
  }
}
