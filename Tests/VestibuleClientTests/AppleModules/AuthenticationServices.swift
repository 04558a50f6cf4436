// SPDX-License-Identifier: Apache-2.0

// Sign in with Apple and passkeys: developer.apple.com/documentation/authenticationservices.
public import Foundation

public protocol ASAuthorizationCredential: AnyObject {}

public final class ASAuthorization {
  public var credential: any ASAuthorizationCredential { fatalError() }

  public struct Scope: Hashable, Sendable {
    public static let fullName = Scope()
    public static let email = Scope()
  }
}

public struct ASAuthorizationError: Error {
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
  }

  public let code: Code
}

open class ASAuthorizationRequest {}

public final class ASAuthorizationAppleIDRequest: ASAuthorizationRequest {
  public var requestedScopes: [ASAuthorization.Scope]?
  public var nonce: String?
  public var state: String?
}

public final class ASAuthorizationAppleIDCredential: ASAuthorizationCredential {
  public var user: String { fatalError() }
  public var identityToken: Data? { fatalError() }
  public var authorizationCode: Data? { fatalError() }
  public var fullName: PersonNameComponents? { fatalError() }
  public var email: String? { fatalError() }
}

public protocol ASAuthorizationPublicKeyCredential: ASAuthorizationCredential {
  var rawClientDataJSON: Data { get }
  var credentialID: Data { get }
}

public final class ASAuthorizationPlatformPublicKeyCredentialAssertion: ASAuthorizationPublicKeyCredential {
  public var rawClientDataJSON: Data { fatalError() }
  public var credentialID: Data { fatalError() }
  public var rawAuthenticatorData: Data! { fatalError() }
  public var signature: Data! { fatalError() }
  public var userID: Data! { fatalError() }
}

public final class ASAuthorizationPlatformPublicKeyCredentialRegistration: ASAuthorizationPublicKeyCredential {
  public var rawClientDataJSON: Data { fatalError() }
  public var credentialID: Data { fatalError() }
  public var rawAttestationObject: Data? { fatalError() }
}

public final class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {}
public final class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {}

public final class ASAuthorizationPlatformPublicKeyCredentialProvider {
  public init(relyingPartyIdentifier: String) { fatalError() }
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { fatalError() }
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { fatalError() }
}
