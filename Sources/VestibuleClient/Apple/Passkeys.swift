// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(AuthenticationServices)
  public import AuthenticationServices
  import Foundation

  /// The requests of passkeys for `ASAuthorizationController`, and what it answers.
  extension PasskeyOptionsResult {
    /// Asks for a passkey to sign in with; nil if these are options for a new one.
    public var signInRequest: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest? {
      assertionRequest(options: options)
    }

    /// Asks for a new passkey, of an invited person; nil if these are options for a sign-in.
    public var newPasskeyRequest: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest? {
      guard let domain = options["rp"]?["id"]?.stringValue, let bytes = options["challenge"]?.bytes,
        let name = options["user"]?["name"]?.stringValue, let user = options["user"]?["id"]?.bytes
      else { return nil }
      return ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        .createCredentialRegistrationRequest(challenge: bytes, name: name, userID: user)
    }

    /// The answer to either request, for ``SignInRequest/passkey(_:as:device:birthDate:consent:restore:)`` and
    /// ``Acceptance/newPasskey(_:displayName:)``; nil if the person chose something else.
    public func answer(_ authorization: ASAuthorization) -> PasskeyAnswer? {
      authorization.webAuthn.map { PasskeyAnswer(challenge: challenge, credential: $0) }
    }
  }

  /// A passkey as the second factor.
  extension FactorChallenge {
    /// Asks for a passkey; nil if no factor of the account is one.
    public var passkeyRequest: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest? {
      options.flatMap(assertionRequest)
    }

    /// What the person answered to ``passkeyRequest``, for ``AuthModel/answer(_:)``; nil if they chose something else.
    public func answer(_ authorization: ASAuthorization) -> AnswerChallengeRequest? {
      authorization.webAuthn.map { .passkey($0, to: self) }
    }
  }

  extension ASAuthorization {
    /// The credential of a passkey in the JSON of WebAuthn; nil for other credentials.
    fileprivate var webAuthn: [String: JSONValue]? {
      var response: [String: JSONValue] = [:]
      let answer: any ASAuthorizationPublicKeyCredential
      switch credential {
      case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        answer = assertion
        response["authenticatorData"] = assertion.rawAuthenticatorData.map(JSONValue.init(bytes:))
        response["signature"] = assertion.signature.map(JSONValue.init(bytes:))
        response["userHandle"] = assertion.userID.map(JSONValue.init(bytes:))
      case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        answer = registration
        response["attestationObject"] = registration.rawAttestationObject.map(JSONValue.init(bytes:))
      default: return nil
      }
      response["clientDataJSON"] = JSONValue(bytes: answer.rawClientDataJSON)
      let id = JSONValue(bytes: answer.credentialID)
      return [
        "id": id, "rawId": id, "type": "public-key", "response": .object(response), "clientExtensionResults": [:],
      ]
    }
  }

  /// The request for a passkey that exists, as options of WebAuthn describe it.
  private func assertionRequest(
    options: [String: JSONValue]
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest? {
    guard let domain = options["rpId"]?.stringValue, let bytes = options["challenge"]?.bytes else { return nil }
    return ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
      .createCredentialAssertionRequest(challenge: bytes)
  }

  /// WebAuthn writes bytes as base64url without padding.
  extension JSONValue {
    fileprivate init(bytes: Data) {
      self = .string(
        bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
          .replacingOccurrences(of: "=", with: ""))
    }

    fileprivate var bytes: Data? {
      guard
        var text = stringValue?.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      else { return nil }
      while !text.utf8.count.isMultiple(of: 4) { text += "=" }
      return Data(base64Encoded: text)
    }
  }
#endif
