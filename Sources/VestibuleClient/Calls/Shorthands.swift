// SPDX-License-Identifier: Apache-2.0

/// Ways to sign in: `await model.signIn(.password(email: email, password: password))`.
extension SignInRequest {
  /// With an address and a password.
  public static func password(email: String, password: String) -> SignInRequest {
    SignInRequest(email: email, password: password)
  }

  /// With a user name and a password.
  public static func password(username: String, password: String) -> SignInRequest {
    SignInRequest(username: username, password: password)
  }

  /// With the ID token of a provider.
  /// - Parameters:
  ///   - identity: the provider and its token.
  ///   - role: that of a new account, and of the app.
  public static func identity(_ identity: Identity, as role: String? = nil) -> SignInRequest {
    SignInRequest(identity: identity, as: role)
  }

  /// With the code of the mail that ``RequestSignInRequest`` sends.
  public static func mailedCode(_ code: String, email: String) -> SignInRequest {
    SignInRequest(email: email, code: code)
  }

  /// With a passkey, by the options of a ``PasskeyOptionsRequest`` without a code.
  public static func passkey(_ answer: PasskeyAnswer) -> SignInRequest { SignInRequest(passkey: answer) }
}

/// Ways to accept an invitation: `await model.accept(.newPassword("…"))`. The code is that of ``AuthModel/invitation``.
extension AcceptInvitationRequest {
  /// With the ID token of a provider.
  public static func identity(_ identity: Identity) -> AcceptInvitationRequest {
    AcceptInvitationRequest(identity: identity)
  }

  /// With the password of an account that exists.
  /// - Parameters:
  ///   - password: as the person typed it.
  ///   - email: the address of the account.
  public static func password(_ password: String, email: String) -> AcceptInvitationRequest {
    AcceptInvitationRequest(email: email, password: password)
  }

  /// With a password for a new account.
  /// - Parameters:
  ///   - password: as the person typed it; the policy says how long it must be.
  ///   - email: the address of the account; nil for the invited one.
  ///   - displayName: the name of the person; nil for the one in the invitation.
  public static func newPassword(
    _ password: String, email: String? = nil, displayName: String? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(email: email, newPassword: password, displayName: displayName)
  }

  /// With the mail alone: a new account without a password.
  public static func mailAlone(displayName: String? = nil) -> AcceptInvitationRequest {
    AcceptInvitationRequest(byMail: true, displayName: displayName)
  }

  /// With a new passkey for a new account, by the options of a ``PasskeyOptionsRequest`` with the invitation's code.
  public static func newPasskey(_ answer: PasskeyAnswer, displayName: String? = nil) -> AcceptInvitationRequest {
    AcceptInvitationRequest(passkey: answer, displayName: displayName)
  }

  /// As the person who is signed in.
  public static var asSignedIn: AcceptInvitationRequest { AcceptInvitationRequest() }

  /// As the person who is signed in: an invitation that waits for the account's address.
  public static func waiting(_ invitation: WaitingInvitation) -> AcceptInvitationRequest {
    AcceptInvitationRequest(invitationId: invitation.id)
  }
}

/// Ways to pass a second factor: `await model.answer(.code(code, to: challenge))`.
extension AnswerChallengeRequest {
  /// With the code of an authenticator app.
  /// - Parameters:
  ///   - code: the six digits that the app shows.
  ///   - challenge: that of ``AuthState/challenged(_:)``.
  public static func code(_ code: String, to challenge: FactorChallenge) -> AnswerChallengeRequest {
    AnswerChallengeRequest(challenge: challenge.challenge, code: code)
  }

  /// With one of the recovery codes that the person wrote down. It works once.
  public static func recoveryCode(_ code: String, to challenge: FactorChallenge) -> AnswerChallengeRequest {
    AnswerChallengeRequest(challenge: challenge.challenge, recoveryCode: code)
  }

  /// With a passkey.
  /// - Parameters:
  ///   - credential: what the authenticator answered, in the JSON of WebAuthn.
  ///   - challenge: that of ``AuthState/challenged(_:)``.
  public static func passkey(
    _ credential: [String: JSONValue], to challenge: FactorChallenge
  ) -> AnswerChallengeRequest {
    AnswerChallengeRequest(challenge: challenge.challenge, credential: credential)
  }
}

extension Session {
  /// Invites a client by mail.
  /// - Parameters:
  ///   - name: how the inviter calls the client, and how the mail greets them.
  ///   - email: where the invitation is sent.
  ///   - phone: the client's number, for the inviter's list.
  ///   - note: a text of the inviter in the mail, if the policy allows one.
  @discardableResult
  public nonisolated func invite(
    name: String, email: String, phone: String? = nil, note: String? = nil
  ) async throws(VestibuleError) -> SendInvitationResult {
    try await call(
      SendInvitationRequest(client: NewClient(name: name, email: email, phone: phone), note: note))
  }

  /// Makes an invitation that the inviter hands over: a link, a short code and a QR code.
  /// - Parameters:
  ///   - name: how the inviter calls the client.
  ///   - email: whom the invitation is for; nil for whoever has the link.
  public nonisolated func inviteByLink(name: String, email: String? = nil) async throws(VestibuleError)
    -> SendInvitationResult
  {
    try await call(SendInvitationRequest(client: NewClient(name: name, email: email), deliver: .link))
  }

  /// Sends an invitation again, with a new code: the earlier link stops working.
  @discardableResult
  public nonisolated func resend(_ invitation: Invitation) async throws(VestibuleError) -> ResendInvitationResult {
    try await call(ResendInvitationRequest(invitationId: invitation.id))
  }

  /// Withdraws an invitation: its link stops working.
  @discardableResult
  public nonisolated func revoke(_ invitation: Invitation) async throws(VestibuleError) -> RevokeInvitationResult {
    try await call(RevokeInvitationRequest(invitationId: invitation.id))
  }
}
