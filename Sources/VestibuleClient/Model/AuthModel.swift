// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the person is between "signed out" and "signed in", for an app's screens. It has no user interface of its own:
/// a screen shows `state`, and calls a method when the person acts.
@MainActor public final class AuthModel {
  /// The state. `states` tells when it changes.
  public private(set) var state: AuthState = .loading { didSet { if state != oldValue { tell() } } }
  /// The text of the last failure, for the person; nil after a success.
  public private(set) var message: String? { didSet { if message != oldValue { tell() } } }
  /// The last failure; nil after a success.
  public private(set) var failure: VestibuleError?
  /// Whether a call is running.
  public private(set) var isBusy = false { didSet { if isBusy != oldValue { tell() } } }
  /// The invitation of a link that opened the app. The person accepts it after signing in.
  public private(set) var invitation: InvitationLink? { didSet { if invitation != oldValue { tell() } } }
  /// The rules and texts; nil until `start` has read them.
  public private(set) var configuration: AppConfiguration? { didSet { if configuration != oldValue { tell() } } }
  /// When another verification mail may be requested; nil if now.
  public var resendDate: Date? {
    let pause = Double(configuration?.limits.verifyEmailPause.seconds ?? 60)
    // If the clock of this device is behind the server's, nobody waits longer than the pause.
    let dates = [mailDate.map { min($0, now()).addingTimeInterval(pause) }, refusedUntil].compactMap { $0 }
    return dates.max().flatMap { $0 > now() ? $0 : nil }
  }
  /// When the last verification mail was sent.
  private var mailDate: Date?
  /// The end of the wait that the server asked for.
  private var refusedUntil: Date?

  /// The session.
  public let session: Session
  private let now: @Sendable () -> Date
  private var isEntering = false
  private var listeners: [UUID: AsyncStream<AuthState>.Continuation] = [:]
  private var watching: Task<Void, Never>?

  /// A model of a session. `start` begins.
  public init(_ session: Session, now: @escaping @Sendable () -> Date = { Date() }) {
    self.session = session
    self.now = now
  }

  deinit { watching?.cancel() }

  // MARK: State

  /// Whether the person invites others, by the role of the account.
  public var isInviter: Bool { state.account.map { $0.account.role == configuration?.roles.inviter } ?? false }

  /// The states from now on, the present one first. A change of another property repeats the state.
  public var states: AsyncStream<AuthState> {
    let (stream, continuation) = AsyncStream.makeStream(of: AuthState.self)
    let id = UUID()
    listeners[id] = continuation
    continuation.onTermination = { [weak self] _ in Task { @MainActor in self?.listeners[id] = nil } }
    continuation.yield(state)
    return stream
  }

  private func tell() { for listener in listeners.values { listener.yield(state) } }

  /// Reads the stored session and the app configuration. Without a connection, the last known account is shown.
  public func start() async {
    if watching == nil {
      let changes = await session.changes()
      watching = Task { [weak self] in
        for await change in changes { self?.follow(change) }
      }
    }
    begin()
    do throws(VestibuleError) {
      if try await session.restore() { try await load() } else { state = .signedOut }
      finish()
    } catch {
      finish(error)
    }
    await readConfiguration()
  }

  /// Reads the app configuration, in the language of the client.
  public func readConfiguration() async {
    let request = AppConfigurationRequest(locale: session.client.language)
    if let found = try? await session.client.call(request) { configuration = found }
  }

  /// Asks the server for the account and its state, such as after the person opened the verification link elsewhere.
  public func refresh() async {
    begin()
    do throws(VestibuleError) {
      try await load()
      finish()
    } catch {
      finish(error)
    }
  }

  private func load() async throws(VestibuleError) {
    do throws(VestibuleError) {
      let known = try await session.read(GetAccountRequest())
      // Another device, or this one before the app was restarted, may have requested the last mail.
      mailDate = known.value.emailVerificationSentAt ?? mailDate
      show(
        known.value.state,
        KnownAccount(
          account: known.value.account, missing: known.value.missing, invitations: known.value.invitations,
          date: known.date, isCurrent: known.isCurrent))
    } catch {
      if await !session.isSignedIn { state = .signedOut }
      throw error
    }
  }

  private func follow(_ change: Session.Change) {
    guard case .ended(let reason) = change else { return }
    state = .signedOut
    (mailDate, refusedUntil) = (nil, nil)
    if let reason { note(reason) }
  }

  private func show(_ state: AccountState, _ known: KnownAccount) {
    self.state =
      switch state {
      case .emailNotVerified: .emailNotVerified(known)
      case .incomplete: .incomplete(known)
      case .guardianPending: .guardianPending(known)
      case .factorRequired: .factorRequired(known)
      default: .signedIn(known)
      }
  }

  // MARK: Actions

  /// Signs in.
  public func signIn(_ request: SignInRequest) async {
    await enter(request, SignInOutcome.init)
  }

  /// Signs up. The verification mail is on its way afterwards.
  public func signUp(_ request: SignUpRequest) async {
    let isSignedUp = await enter(request, SignInOutcome.init)
    if isSignedUp, case .emailNotVerified = state { mailDate = now() }
  }

  /// Accepts an invitation, or joins by a link. A request without a way to sign in is for who is signed in, with the code
  /// of a link or, with `invitationId`, for one that waits for the account's address.
  public func accept(_ request: AcceptInvitationRequest) async {
    let isOfSession: Bool = if request.signsIn { false } else { await session.isSignedIn }
    let isAccepted =
      if isOfSession { await change(request) } else { await enter(request, SignInOutcome.init) }
    if isAccepted, request.invitationId == nil { invitation = nil }
  }

  /// Passes the second factor.
  public func answer(_ request: AnswerChallengeRequest) async {
    await enter(request, SignInOutcome.init)
  }

  /// Restores an account that is being deleted.
  public func restore(_ request: RestoreAccountRequest) async {
    await enter(request, SignInOutcome.init)
  }

  /// The person closed the provider's dialog. Nothing reaches the server.
  public func cancelSignIn() {
    if case .challenged = state { state = .signedOut }
    note(.cancelled)
  }

  /// Verifies the address with the code of the mail.
  public func verifyEmail(code: String) async {
    begin()
    do throws(VestibuleError) {
      _ = try await session.call(VerifyEmailRequest(code: code))
      if await session.isSignedIn { try await load() }
      finish()
    } catch {
      finish(error)
    }
  }

  /// Requests another verification mail. `resendDate` says when the next one may be requested.
  public func resendVerification() async {
    guard let email = state.account?.account.email, secondsUntilResend == 0 else { return }
    begin()
    do throws(VestibuleError) {
      _ = try await session.call(VerifyEmailRequest(email: email))
      mailDate = now()
      finish()
    } catch {
      finish(error)
    }
    if let seconds = failure?.retryAfter { refusedUntil = now().addingTimeInterval(Double(seconds)) }
  }

  /// The whole seconds until another verification mail may be requested; 0 if now.
  public var secondsUntilResend: Int {
    max(0, Int((resendDate?.timeIntervalSince(now()) ?? 0).rounded(.up)))
  }

  /// Adds what is missing in the account.
  public func complete(_ request: CompleteAccountRequest) async { await change(request) }

  /// Signs out on this device, also without a connection.
  public func signOut(everywhere: Bool = false) async {
    begin()
    do throws(VestibuleError) {
      try await session.signOut(everywhere: everywhere)
      finish()
    } catch {
      finish(error)
    }
    state = .signedOut
    (mailDate, refusedUntil, invitation) = (nil, nil, nil)
  }

  /// Opens a link of a mail.
  /// - Returns: whether the link is one of this app. `AppLink` has the code of a link with which the person does something
  ///   else, such as a new password.
  @discardableResult
  public func open(_ url: URL) async -> Bool {
    switch AppLink(url, of: configuration) {
    case .invitation(let link): invitation = link
    case .emailVerification(let code): await verifyEmail(code: code)
    case .passwordReset, .signIn: break
    case nil: return false
    }
    return true
  }

  // MARK: Calls

  /// A second one, such as by a second tap on the same button, does nothing while the first one runs.
  /// - Returns: whether it was granted.
  @discardableResult
  private func enter<Request: FunctionRequest>(
    _ request: Request, _ outcome: (Request.Answer) -> SignInOutcome
  ) async -> Bool {
    guard !isEntering else { return false }
    isEntering = true
    defer { isEntering = false }
    begin()
    do throws(VestibuleError) {
      try await enter(outcome(try await session.client.call(request)))
      finish()
    } catch {
      finish(error)
    }
    return failure == nil
  }

  private func enter(_ outcome: SignInOutcome) async throws(VestibuleError) {
    if let challenge = outcome.challenge {
      state = .challenged(challenge)
      return
    }
    guard let account = outcome.account, let tokens = outcome.session else {
      state = .signedOut
      return
    }
    try await session.begin(tokens)
    show(
      outcome.state,
      KnownAccount(
        account: account, missing: outcome.missing, invitations: outcome.invitations, date: now(), isCurrent: true))
  }

  /// Makes a call that changes the account, and shows the account.
  /// - Returns: whether it was granted.
  @discardableResult
  private func change(_ request: some FunctionRequest) async -> Bool {
    begin()
    do throws(VestibuleError) {
      _ = try await session.call(request)
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

  private func begin() {
    isBusy = true
    (failure, message) = (nil, nil)
  }

  private func finish(_ error: VestibuleError? = nil) {
    if let error {
      note(error)
      if state == .loading { state = .signedOut }
    }
    isBusy = false
  }

  private func note(_ error: VestibuleError) {
    failure = error
    message = configuration?.message(for: error) ?? error.userMessage
    if error == .cancelled, message == nil {
      message = KitText.signInCancelled.text(in: session.client.language ?? "en")
    }
  }
}

extension AcceptInvitationRequest {
  /// Whether it says who the person is, so that it starts a session.
  fileprivate var signsIn: Bool {
    identity != nil || password != nil || newPassword != nil || byMail == true || passkey != nil
  }
}
