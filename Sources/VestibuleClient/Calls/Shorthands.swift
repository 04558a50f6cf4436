// SPDX-License-Identifier: Apache-2.0

/// Ways to pass a second factor: `await model.answer(.code(code, to: challenge))`.
extension AnswerChallengeRequest {
  /// With the code of an authenticator app.
  /// - Parameters:
  ///   - code: the six digits that the app shows.
  ///   - challenge: that of ``AuthState/challenged(_:)``.
  public static func code(_ code: String, to challenge: FactorChallenge) -> AnswerChallengeRequest {
    .code(code, challenge: challenge.challenge)
  }

  /// With one of the recovery codes that the person wrote down. It works once.
  public static func recoveryCode(_ code: String, to challenge: FactorChallenge) -> AnswerChallengeRequest {
    .recoveryCode(code, challenge: challenge.challenge)
  }

  /// With a passkey.
  /// - Parameters:
  ///   - credential: what the authenticator answered, in the JSON of WebAuthn.
  ///   - challenge: that of ``AuthState/challenged(_:)``.
  public static func passkey(
    _ credential: [String: JSONValue], to challenge: FactorChallenge
  ) -> AnswerChallengeRequest {
    .passkey(credential: credential, challenge: challenge.challenge)
  }
}

extension Session {
  /// Begins a session with the answer of a sign-in.
  public func begin(_ person: SignedIn) async throws(VestibuleError) {
    try await begin(person.session, account: person.known(at: now()))
  }

  /// Invites a client by mail.
  /// - Parameters:
  ///   - name: how the inviter calls the client, and how the mail greets them.
  ///   - email: where the invitation is sent.
  ///   - phone: the client's number, for the inviter's list.
  ///   - note: a text of the inviter in the mail, if the policy allows one.
  @discardableResult
  public nonisolated func invite(
    name: String, email: String, phone: String? = nil, note: String? = nil
  ) async throws(VestibuleError) -> SentInvitation {
    try await sent(.client(NewClient(name: name, email: email, phone: phone), note: note))
  }

  /// Makes an invitation that the inviter hands over: a link, a short code and a QR code.
  /// - Parameters:
  ///   - name: how the inviter calls the client.
  ///   - email: whom the invitation is for; nil for anybody who has the link.
  public nonisolated func inviteByLink(
    name: String, email: String? = nil
  ) async throws(VestibuleError) -> SentInvitation {
    try await sent(.client(NewClient(name: name, email: email), deliver: .link))
  }

  private nonisolated func sent(_ request: SendInvitationRequest) async throws(VestibuleError) -> SentInvitation {
    guard case .sent(let invitation) = try await call(request) else { throw .unexpectedForm }
    return invitation
  }

  /// Sends an invitation again, with a new code: the earlier link stops working.
  @discardableResult
  public nonisolated func resend(_ invitation: Invitation) async throws(VestibuleError) -> ResentInvitation {
    guard case .resent(let answer) = try await call(ResendInvitationRequest.invitation(invitationId: invitation.id))
    else { throw .unexpectedForm }
    return answer
  }

  /// Withdraws an invitation: its link stops working.
  @discardableResult
  public nonisolated func revoke(_ invitation: Invitation) async throws(VestibuleError) -> RevokeInvitationResult {
    try await call(RevokeInvitationRequest(invitationId: invitation.id))
  }
}

extension VestibuleError {
  /// The answer has another form than the request asks for.
  fileprivate static let unexpectedForm = unintelligible(
    status: 200, reason: "it has another form than the request asks for")
}
