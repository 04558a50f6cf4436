// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(AuthenticationServices) && canImport(CryptoKit)
  public import AuthenticationServices
  import Foundation

  extension ASAuthorizationAppleIDRequest {
    /// Asks for name and address, and ties the answer to a nonce. Use it in
    /// `SignInWithAppleButton(onRequest:onCompletion:)`.
    public func prepare(_ nonce: SignInNonce) {
      requestedScopes = [.fullName, .email]
      self.nonce = nonce.hash
    }
  }

  extension Identity {
    /// The identity for a sign-in or an acceptance; nil if Apple gave no ID token. Apple says the name only at the
    /// first sign-in.
    /// - Parameters:
    ///   - credential: what Apple answered.
    ///   - nonce: that of the request.
    public init?(apple credential: ASAuthorizationAppleIDCredential, nonce: SignInNonce) {
      guard let token = credential.identityToken else { return nil }
      let name = credential.fullName.map { FullName(givenName: $0.givenName, familyName: $0.familyName) }
      self.init(
        provider: "apple", idToken: String(decoding: token, as: UTF8.self), nonce: nonce.value,
        authorizationCode: credential.authorizationCode.map { String(decoding: $0, as: UTF8.self) },
        fullName: name?.givenName == nil && name?.familyName == nil ? nil : name)
    }

    /// The identity in what `SignInWithAppleButton` answered; nil if that is not an answer of Sign in with Apple, or
    /// has no ID token.
    public init?(_ authorization: ASAuthorization, nonce: SignInNonce) {
      guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else { return nil }
      self.init(apple: credential, nonce: nonce)
    }
  }

  extension AuthModel {
    /// Signs in with what `SignInWithAppleButton` answered. If the person closed the dialog, or it failed, nothing
    /// reaches the server, and `message` says so.
    /// - Parameters:
    ///   - answer: what the button's `onCompletion` gives.
    ///   - nonce: that of the request.
    ///   - role: that of a new account, and of the app.
    public func signIn(
      withApple answer: Result<ASAuthorization, any Error>, nonce: SignInNonce, as role: Role? = nil
    ) async {
      if let identity = identity(of: answer, nonce) { await signIn(.identity(identity, as: role)) }
    }

    /// Accepts ``invitation`` with what `SignInWithAppleButton` answered.
    public func accept(withApple answer: Result<ASAuthorization, any Error>, nonce: SignInNonce) async {
      if let identity = identity(of: answer, nonce) { await accept(.identity(identity)) }
    }

    /// - Returns: nil if there is none. `failure` then says why.
    private func identity(of answer: Result<ASAuthorization, any Error>, _ nonce: SignInNonce) -> Identity? {
      switch answer {
      case .success(let authorization):
        if let identity = Identity(authorization, nonce: nonce) { return identity }
        failSignIn(.provider("Apple answered without an ID token"))
      case .failure(let error as ASAuthorizationError) where error.code == .canceled: cancelSignIn()
      case .failure(let error): failSignIn(.provider("\(error)"))
      }
      return nil
    }
  }
#endif
