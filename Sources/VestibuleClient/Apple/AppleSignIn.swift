// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(AuthenticationServices) && canImport(CryptoKit)
  public import AuthenticationServices
  import Foundation

  extension ASAuthorizationAppleIDRequest {
    /// Asks for name and address, and ties the answer to a nonce. Use it in `SignInWithAppleButton(onRequest:onCompletion:)`.
    public func prepare(_ nonce: SignInNonce) {
      requestedScopes = [.fullName, .email]
      self.nonce = nonce.hash
    }
  }

  extension Identity {
    /// What Apple answered; nil if there is no ID token. Apple says the name only at the first sign-in.
    /// - Parameter nonce: that of the request.
    public init?(apple credential: ASAuthorizationAppleIDCredential, nonce: SignInNonce) {
      guard let token = credential.identityToken else { return nil }
      let name = credential.fullName.map { FullName(givenName: $0.givenName, familyName: $0.familyName) }
      self.init(
        provider: "apple", idToken: String(decoding: token, as: UTF8.self), nonce: nonce.value,
        authorizationCode: credential.authorizationCode.map { String(decoding: $0, as: UTF8.self) },
        fullName: name?.givenName == nil && name?.familyName == nil ? nil : name)
    }

    /// What `SignInWithAppleButton` answered.
    /// - Returns: nil if it is not an answer of Sign in with Apple.
    public init?(_ authorization: ASAuthorization, nonce: SignInNonce) {
      guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else { return nil }
      self.init(apple: credential, nonce: nonce)
    }
  }

  extension AuthModel {
    /// Signs in with what `SignInWithAppleButton` answered. If the person closed the dialog, nothing reaches the server.
    /// - Parameter role: that of a new account, and of the app.
    public func signIn(
      withApple answer: Result<ASAuthorization, any Error>, nonce: SignInNonce, as role: String? = nil
    ) async {
      guard let identity = identity(of: answer, nonce) else { return cancelSignIn() }
      await signIn(.identity(identity, as: role))
    }

    /// Accepts ``invitation`` with what `SignInWithAppleButton` answered.
    public func accept(withApple answer: Result<ASAuthorization, any Error>, nonce: SignInNonce) async {
      guard let identity = identity(of: answer, nonce) else { return cancelSignIn() }
      await accept(.identity(identity))
    }

    private func identity(of answer: Result<ASAuthorization, any Error>, _ nonce: SignInNonce) -> Identity? {
      guard case .success(let authorization) = answer else { return nil }
      return Identity(authorization, nonce: nonce)
    }
  }
#endif
