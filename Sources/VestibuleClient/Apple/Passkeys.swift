// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(AuthenticationServices)
  public import AuthenticationServices
  import Foundation

  /// The requests of passkeys for `ASAuthorizationController`, and what it answers.
  extension PasskeyOptionsResult {
    /// Asks for a passkey to sign in with; nil if these are options for a new one.
    public var signInRequest: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest? {
      guard let domain = options["rpId"]?.text, let bytes = options["challenge"]?.bytes else { return nil }
      return ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        .createCredentialAssertionRequest(challenge: bytes)
    }

    /// Asks for a new passkey, of an invited person; nil if these are options for a sign-in.
    public var newPasskeyRequest: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest? {
      guard let domain = options["rp"]?["id"]?.text, let bytes = options["challenge"]?.bytes,
        let name = options["user"]?["name"]?.text, let user = options["user"]?["id"]?.bytes
      else { return nil }
      return ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        .createCredentialRegistrationRequest(challenge: bytes, name: name, userID: user)
    }

    /// The answer to either request, for ``SignInRequest/passkey(_:)`` and
    /// ``AcceptInvitationRequest/newPasskey(_:displayName:)``; nil if the person chose something else.
    public func answer(_ authorization: ASAuthorization) -> PasskeyAnswer? {
      let credential: any ASAuthorizationPublicKeyCredential
      var response: [String: JSONValue] = [:]
      switch authorization.credential {
      case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        credential = assertion
        response["authenticatorData"] = assertion.rawAuthenticatorData.map(JSONValue.init(bytes:))
        response["signature"] = assertion.signature.map(JSONValue.init(bytes:))
        response["userHandle"] = assertion.userID.map(JSONValue.init(bytes:))
      case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        credential = registration
        response["attestationObject"] = registration.rawAttestationObject.map(JSONValue.init(bytes:))
      default: return nil
      }
      response["clientDataJSON"] = JSONValue(bytes: credential.rawClientDataJSON)
      let id = JSONValue(bytes: credential.credentialID)
      return PasskeyAnswer(
        challenge: challenge,
        credential: [
          "id": id, "rawId": id, "type": "public-key", "response": .object(response), "clientExtensionResults": [:],
        ])
    }
  }

  /// WebAuthn writes bytes as base64url without padding.
  extension JSONValue {
    fileprivate init(bytes: Data) {
      self = .string(
        bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
          .replacingOccurrences(of: "=", with: ""))
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var bytes: Data? {
      guard var text = text?.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") else {
        return nil
      }
      while !text.utf8.count.isMultiple(of: 4) { text += "=" }
      return Data(base64Encoded: text)
    }
  }
#endif
