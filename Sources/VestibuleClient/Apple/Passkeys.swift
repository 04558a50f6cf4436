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
      RegistrationOptions(options).map {
        ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: $0.domain)
          .createCredentialRegistrationRequest(challenge: $0.challenge, name: $0.name, userID: $0.user)
      }
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
      let answer: any ASAuthorizationPublicKeyCredential
      let response: PasskeyCredential.Response
      switch credential {
      case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        answer = assertion
        response = .assertion(
          authenticatorData: assertion.rawAuthenticatorData, signature: assertion.signature,
          userHandle: assertion.userID)
      case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        answer = registration
        response = .registration(attestationObject: registration.rawAttestationObject)
      default: return nil
      }
      return PasskeyCredential(id: answer.credentialID, clientData: answer.rawClientDataJSON, response: response).json
    }
  }

  /// The request for a passkey that exists, as options of WebAuthn describe it.
  private func assertionRequest(
    options: [String: JSONValue]
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest? {
    AssertionOptions(options).map {
      ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: $0.domain)
        .createCredentialAssertionRequest(challenge: $0.challenge)
    }
  }
#endif
