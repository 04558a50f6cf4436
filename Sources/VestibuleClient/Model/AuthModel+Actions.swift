// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the person does.
extension AuthModel {
  /// Signs in, such as with `.password(email:password:)`. `state` says whether a second factor has to be passed first.
  /// - Parameters:
  ///   - request: how the person proves who they are.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  public func signIn(_ request: SignInRequest, botToken: String? = nil) async {
    await enter(request, botToken)
  }

  /// Signs up. The verification mail is on its way afterwards.
  /// - Parameters:
  ///   - request: the new account, such as ``SignUpForm/request``.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  public func signUp(_ request: SignUpRequest, botToken: String? = nil) async {
    let isSignedUp = await enter(request, botToken)
    if isSignedUp, case .emailNotVerified = state { mailDate = now() }
  }

  /// Accepts the invitation that opened the app, or joins by its link. Without one, nothing is sent, and `failure` says
  /// so.
  /// - Parameters:
  ///   - acceptance: how the person accepts, such as `.newPassword("…")`.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  public func accept(_ acceptance: Acceptance, botToken: String? = nil) async {
    guard let code = invitation?.code else { return report(.noInvitation) }
    await accept(acceptance.request(code: code), botToken: botToken)
  }

  /// Accepts an invitation that waits for the account's address.
  public func accept(_ invitation: WaitingInvitation) async {
    await accept(.waiting(invitationId: invitation.id))
  }

  /// Accepts an invitation, or joins by a link, with a code that the person typed or scanned.
  /// - Parameters:
  ///   - request: how the person accepts, such as `.newPassword("…", code: code)`.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  public func accept(_ request: AcceptInvitationRequest, botToken: String? = nil) async {
    await readAgain()
    let isOfSession: Bool = if request.signsIn { false } else { await session.isSignedIn }
    let isAccepted =
      if isOfSession { await change(request, botToken) } else { await enter(request, botToken) }
    guard request.invitationId == nil else { return }
    if isAccepted, case .challenged = state {
      isAccepting = true
    } else if isAccepted || failure?.code?.endsInvitation == true && request.code == invitation?.code {
      await remember(nil)
    }
  }

  /// The person does not want the invitation of the link, or not now.
  public func dismissInvitation() async { await remember(nil) }

  /// Passes the second factor, such as with `.code(code, to: challenge)`. The challenge is that of
  /// ``AuthState/challenged(_:)``. If it is over, after ten minutes or five wrong codes, `state` is `signedOut`, and
  /// the person signs in again.
  public func answer(_ request: AnswerChallengeRequest) async {
    let accepts = isAccepting
    if await enter(request, answering: request.challenge), accepts { await remember(nil) }
  }

  /// Restores an account that its owner has deleted, within the days that the policy gives, and signs in.
  public func restore(_ request: RestoreAccountRequest) async {
    await enter(request)
  }

  /// Shows that the person closed the provider's dialog. Nothing reaches the server.
  public func cancelSignIn() { failSignIn(.signInCancelled) }

  /// Shows that the provider's dialog gave no identity. Nothing reaches the server.
  /// - Parameter error: ``VestibuleError/provider(_:)``, with what the provider's library says; or
  ///   ``VestibuleError/signInCancelled``.
  public func failSignIn(_ error: VestibuleError) {
    if case .challenged = state { state = .signedOut }
    report(error)
  }

  /// Adds what ``KnownAccount/missing`` names.
  public func complete(_ request: CompleteAccountRequest) async { await change(request) }

  /// Signs out: on this device at once, also without a connection. An invitation that opened the app stays, because the
  /// person may want to accept it with another account.
  public func signOut(everywhere: Bool = false) async {
    _ = await act { [session] () async throws(VestibuleError) in try await session.signOut(everywhere: everywhere) }
    // Another person may have signed in while the server was told.
    guard await !session.isSignedIn, !isUnread else { return }
    state = .signedOut
    (mailDate, refusedUntil) = (nil, nil)
    keys = CallKeys()
  }

  /// Opens a link of a mail.
  /// - Returns: whether the link is one of this app. `AppLink` has the code of a link with which the person does
  ///   something else, such as a new password.
  @discardableResult
  public func open(_ url: URL) async -> Bool {
    switch AppLink(url, of: configuration) {
    case .invitation(let link): await remember(link)
    case .emailVerification(let code): await verifyEmail(code: code)
    case .passwordReset, .signIn: break
    case nil: return false
    }
    return true
  }

  /// Remembers the invitation, or forgets it, also on this device.
  private func remember(_ link: InvitationLink?) async {
    invitation = link
    await session.remember(link)
  }

  // MARK: Calls

  /// Makes a call that signs in, and shows where that leads. A second one, such as by a second tap on the same button,
  /// does nothing while the first one runs.
  /// - Parameter challenge: what it answers, and so goes on with what the person has begun; nil if it begins anew.
  /// - Returns: whether it was granted.
  @discardableResult
  private func enter<Request: FunctionRequest>(
    _ request: Request, _ botToken: String? = nil, answering challenge: String? = nil
  ) async -> Bool
  where Request.Answer: EntryAnswer {
    guard !isEntering else { return false }
    isEntering = true
    defer { isEntering = false }
    if challenge == nil { isAccepting = false }
    await readAgain()
    begin()
    do throws(VestibuleError) {
      let answer = try await keyed(request) { [session] (key) throws(VestibuleError) in
        try await session.server.call(request, botToken: botToken, idempotencyKey: key)
      }
      finish(await show(answer.entry(at: now())))
      return true
    } catch {
      // No further code answers a challenge that is over.
      if error.code == .authCodeExpired, case .challenged(let shown) = state, shown.challenge == challenge {
        state = .signedOut
      }
      finish(error)
      return false
    }
  }

  /// - Returns: why the tokens could not be stored; nil if they are. The person is signed in until the app ends: what
  ///   they have done is done, and would be refused the second time.
  private func show(_ entry: Entry) async -> VestibuleError? {
    switch entry {
    case .challenged(let challenge): state = .challenged(challenge)
    case .account(_, nil): state = .signedOut
    case .account(let known, let tokens?):
      var failure: VestibuleError?
      do throws(VestibuleError) { try await session.begin(tokens, account: known) } catch { failure = error }
      isUnread = false
      // The person may have signed out in between.
      guard await session.account?.account.id == known.account.id else { return failure }
      state = AuthState(known)
      return failure
    }
    return nil
  }

  /// Makes a call that changes the account, and shows the account. A second one does nothing while the first one runs,
  /// as with `enter`.
  /// - Returns: whether it was granted.
  @discardableResult
  private func change<Request: FunctionRequest>(_ request: Request, _ botToken: String? = nil) async -> Bool {
    guard !isEntering else { return false }
    isEntering = true
    defer { isEntering = false }
    await readAgain()
    begin()
    do throws(VestibuleError) {
      _ = try await keyed(request) { [session] (key) throws(VestibuleError) in
        try await session.call(request, botToken: botToken, idempotencyKey: key)
      }
    } catch {
      finish(error)
      return false
    }
    do throws(VestibuleError) {
      try await load()
      finish()
    } catch {
      finish(error)
    }
    return true
  }

  // MARK: Calls of the person, which `isBusy` counts

  /// Makes a call of the person: reads tokens that could not be read before, and shows how it ends.
  /// - Returns: nil after a failure, which `failure` and `message` tell.
  func act<Value>(_ call: () async throws(VestibuleError) -> Value) async -> Value? {
    await readAgain()
    begin()
    do throws(VestibuleError) {
      let value = try await call()
      finish()
      return value
    } catch {
      finish(error)
      return nil
    }
  }

  func begin() {
    running += 1
    isBusy = true
    (failure, message) = (nil, nil)
  }

  /// A cancelled call is not a failure: the screen that made it is gone.
  func finish(_ error: VestibuleError? = nil) {
    if let error {
      if error != .cancelled { report(error) }
      if state == .loading, !isUnread { state = .signedOut }
    }
    running -= 1
    isBusy = running > 0
  }

  /// The error becomes `failure` and `message`.
  func report(_ error: VestibuleError) {
    failure = error
    message =
      configuration?.message(for: error)
      ?? error.text(in: session.server.language ?? Locale.preferredLanguages.first ?? "en")
  }
}

extension AcceptInvitationRequest {
  /// Whether it says who the person is and therefore starts a session.
  fileprivate var signsIn: Bool {
    identity != nil || password != nil || newPassword != nil || byMail == true || passkey != nil
  }
}
