// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps a person signed in: it stores the tokens, refreshes them ahead of time, and tells everybody when the session
/// ends.
///
/// However many calls wait for new tokens, there is one refresh. A refresh whose answer is lost is repeated with the
/// same `Idempotency-Key`, also after the app was killed, so that the person stays signed in.
public actor Session {
  /// What happens to a session.
  public enum Change: Equatable, Sendable {
    /// There is a session now.
    case began
    /// The session has ended. The error says why; nil if the person signed out.
    case ended(VestibuleError?)
  }

  /// The client with which the session calls, for functions that need no session.
  public nonisolated let client: Client
  /// The seconds before their expiry at which access tokens are refreshed, because clocks of devices are wrong.
  public static let margin: TimeInterval = 60

  let store: any TokenStore
  let answers: AnswerStore
  let device: Device?
  let now: @Sendable () -> Date
  var stored: StoredSession?
  private var isRestored = false
  /// Counts the beginnings and ends, so that an answer to an earlier person's call changes nothing of the next one.
  private(set) var epoch = 0
  /// A refresh, the epoch whose session gets the tokens, and whether it is repeated after a lost connection.
  typealias Refresh = (epoch: Int, task: Task<Result<Tokens, VestibuleError>, Never>, isPatient: Bool)
  /// The refresh that is running.
  var refreshing: Refresh?
  private var listeners: [UUID: AsyncStream<Change>.Continuation] = [:]

  /// Creates a session. `restore` reads the stored tokens.
  /// - Parameters:
  ///   - client: calls the server.
  ///   - store: keeps the tokens.
  ///   - device: this device; the same in every request of the session.
  ///   - answers: keeps the last answers, for use without a connection; nil keeps them where the store says.
  ///   - now: the clock.
  public init(
    client: Client, store: any TokenStore, device: Device? = nil, answers: AnswerStore? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.store = store
    self.device = device
    self.answers = answers ?? AnswerStore(folder: store.answersFolder)
    self.now = now
  }

  // MARK: State

  /// Whether there is a session. It may have ended on the server, which the next call shows.
  public var isSignedIn: Bool { stored != nil }

  /// The account as the server showed it last, on this device; nil if nobody is signed in. `restore` reads it.
  public var account: KnownAccount? {
    stored.map { ($0.account ?? KnownAccount(ofToken: $0.tokens.accessToken)).earlier }
  }

  /// Whether the server has shown the account on this device.
  var knowsAccount: Bool { stored?.account != nil }

  /// The changes from now on. Every caller gets its own stream.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let id = UUID()
    listeners[id] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeListener(id) } }
    return stream
  }

  private func removeListener(_ id: UUID) { listeners[id] = nil }

  private func tell(_ change: Change) { for listener in listeners.values { listener.yield(change) } }

  /// Reads the stored tokens, once.
  /// - Returns: whether there is a session.
  @discardableResult
  public func restore() async throws(VestibuleError) -> Bool {
    guard !isRestored else { return isSignedIn }
    let found = try await read()
    // Another task may have begun a session in between.
    if !isRestored {
      stored = found
      isRestored = true
      if found != nil { tell(.began) }
    }
    return isSignedIn
  }

  /// Begins a session with the tokens of `sign-in`, `sign-up`, `accept-invitation`, `answer-challenge` or
  /// `restore-account`.
  /// - Parameters:
  ///   - tokens: of the answer.
  ///   - account: the account of the same answer.
  public func begin(_ tokens: Tokens, account: KnownAccount? = nil) async throws(VestibuleError) {
    isRestored = true
    epoch += 1
    stored = StoredSession(tokens: tokens, account: account)
    let begun = epoch
    await answers.removeAll()
    // The session may have ended in between, or another one may have begun.
    guard epoch == begun else { return }
    tell(.began)
    try await write(stored)
  }

  // MARK: Calls

  /// Calls a function, with the access token of the session if there is one. If the session turns out to have ended,
  /// and the function needs none, the call goes on without it.
  /// - Parameters:
  ///   - request: what to send. Its type decides the function.
  ///   - botToken: of the widget that the policy's `botCheck` names.
  ///   - idempotencyKey: identifies the call. Give the key of an earlier call to repeat that call.
  /// - Returns: the result of the granted request.
  /// - Throws: ``VestibuleError/signedOut`` if the function needs a session and there is none; a refusal that says that
  ///   the session has ended ends it on this device too.
  public nonisolated func call<Request: FunctionRequest>(
    _ request: Request, botToken: String? = nil, idempotencyKey: String = UUID().uuidString
  ) async throws(VestibuleError) -> Request.Answer {
    try await call(request, by: client, botToken: botToken, idempotencyKey: idempotencyKey)
  }

  private nonisolated func call<Request: FunctionRequest>(
    _ request: Request, by client: Client, botToken: String?, idempotencyKey: String
  ) async throws(VestibuleError) -> Request.Answer {
    let call = { (token: String?) async throws(VestibuleError) in
      try await client.call(request, accessToken: token, botToken: botToken, idempotencyKey: idempotencyKey)
    }
    var end: VestibuleError?
    do throws(VestibuleError) {
      if let answer = try await answer(to: request, isPatient: client.retries.repeatsUnreachable, call) {
        return answer
      }
    } catch {
      guard Request.function.access != .session, error.code?.endsRefresh == true, await !isSignedIn else { throw error }
      end = error
    }
    do throws(VestibuleError) { return try await call(nil) } catch {
      // This request needs a session after all, and the person has to know why there is none.
      if let end, error.code == .authUnauthenticated { throw end }
      throw error
    }
  }

  /// Calls a function with the access token of the session.
  /// - Returns: nil if there is no session, and the call needs none.
  private nonisolated func answer<Request: FunctionRequest>(
    to request: Request, isPatient: Bool, _ call: (String) async throws(VestibuleError) -> Request.Answer
  ) async throws(VestibuleError) -> Request.Answer? {
    guard let (token, begun) = try await accessToken(for: Request.function.access, isPatient: isPatient) else {
      return nil
    }
    do throws(VestibuleError) {
      return try await finish(request, try await call(token), of: begun)
    } catch {
      guard error.code == .authTokenExpired else { throw await ended(by: error, of: token) }
    }
    // The clock of this device is wrong.
    let renewed = try await refreshed(replacing: token, of: begun, isPatient: isPatient)
    do throws(VestibuleError) {
      return try await finish(request, try await call(renewed), of: begun)
    } catch {
      throw await ended(by: error, of: renewed)
    }
  }

  /// Calls a function that only reads. If the server cannot be reached, the last answer is returned, with its age:
  /// after the first attempt, if there is one, and nothing is repeated.
  public func read<Request: FunctionRequest>(
    _ request: Request
  ) async throws(VestibuleError) -> Known<Request.Answer> {
    var client = client
    client.retries.repeatsUnreachable = await answers.read(request) == nil
    do throws(VestibuleError) {
      return try await readNow(request, by: client)
    } catch {
      guard case .unreachable = error, let known = await answers.read(request) else { throw error }
      return known
    }
  }

  /// Calls a function that only reads, once, and waits for a short time.
  func readOnce<Request: FunctionRequest>(
    _ request: Request, within limit: Duration
  ) async throws(VestibuleError) -> Known<Request.Answer> {
    var client = client
    client.retries.attempts = 1
    let found = await value(within: limit) { [client] () async -> Result<Known<Request.Answer>, VestibuleError> in
      do throws(VestibuleError) { return .success(try await self.readNow(request, by: client)) } catch {
        return .failure(error)
      }
    }
    guard let found else { throw .unreachable("there was no answer within \(limit)") }
    return try found.get()
  }

  private func readNow<Request: FunctionRequest>(
    _ request: Request, by client: Client
  ) async throws(VestibuleError) -> Known<Request.Answer> {
    try await restore()
    // A session that begins or ends from here on removes the answers, and the store then refuses this one.
    let begun = await answers.generation
    let answer = try await call(request, by: client, botToken: nil, idempotencyKey: UUID().uuidString)
    let date = now()
    await answers.write(answer, to: request, at: date, of: begun)
    return Known(answer, date: date, isCurrent: true)
  }

  /// Stores the account for the next start.
  private func store(_ account: KnownAccount, of begun: Int) async {
    guard epoch == begun, stored != nil else { return }
    stored?.account = account
    try? await writeStored()
  }

  /// The last answer to a request that only reads, without a call; nil if this device has none.
  public func lastAnswer<Request: FunctionRequest>(to request: Request) async -> Known<Request.Answer>? {
    await answers.read(request)
  }

  /// Ends the session: on this device at once, also without a connection, and then on the server.
  /// - Parameter everywhere: ends all sessions of the account.
  /// - Throws: if the server was not reached; the tokens are removed from this device nevertheless. If they cannot be
  ///   removed, it is `storage`.
  public func signOut(everywhere: Bool = false) async throws(VestibuleError) {
    _ = try? await restore()
    // Tokens that could not be read are removed too.
    guard let old = stored else { return try await write(nil) }
    let running = refreshing?.epoch == epoch ? refreshing : nil
    try await end(nil)
    do throws(VestibuleError) {
      let tokens = try await lastTokens(of: old, running)
      _ = try await client.call(SignOutRequest(everywhere: everywhere ? true : nil), accessToken: tokens.accessToken)
    } catch {
      guard error.code?.endsRefresh != true else { return }
      throw error
    }
  }

  /// The tokens with which an ended session is ended on the server too.
  private func lastTokens(
    of old: StoredSession, _ running: Refresh?
  ) async throws(VestibuleError) -> Tokens {
    if let running {
      let result = await running.task.value
      if case .failure(.unreachable) = result, !running.isPatient { return try await exchange(old, of: nil) }
      return try result.get()
    }
    return isFresh(old.tokens) ? old.tokens : try await exchange(old, of: nil)
  }

  /// What the answer changes of the session itself. Other calls do not wait for the session again.
  private nonisolated func finish<Request: FunctionRequest>(
    _ request: Request, _ answer: Request.Answer, of begun: Int
  ) async throws(VestibuleError) -> Request.Answer {
    switch request.sessionEffect(of: answer, at: now()) {
    case .none: break
    case .ends: try? await end(nil, of: begun)
    case .renews(let tokens): try await replace(tokens, of: begun)
    case .shows(let account): await store(account, of: begun)
    }
    return answer
  }

  /// - Parameter begun: the epoch in which the call began.
  private func replace(_ tokens: Tokens, of begun: Int) async throws(VestibuleError) {
    guard epoch == begun else { return }
    stored = StoredSession(tokens: tokens, account: stored?.account)
    try await writeStored()
  }

  private func ended(by error: VestibuleError, of token: String) async -> VestibuleError {
    // A call with the tokens of an earlier session says nothing about this one.
    if error.code?.endsSession == true, stored?.tokens.accessToken == token { try? await end(error) }
    return error
  }

  func end(_ reason: VestibuleError?, of begun: Int? = nil) async throws(VestibuleError) {
    guard let old = stored, begun ?? epoch == epoch else { return }
    epoch += 1
    stored = nil
    tell(.ended(reason))
    await answers.removeAll()
    // A refusal is about these tokens, and another process of the app may have later ones.
    if reason != nil, let found = try? await read(), found.tokens.refreshToken != old.tokens.refreshToken { return }
    // Another session may have begun in between.
    try await write(stored)
  }

  // MARK: The invitation

  /// The invitation whose link opened the app, until it is accepted, dismissed or has ended.
  func invitation() async -> InvitationLink? {
    guard let store = store as? any InvitationStore else { return await answers.invitation() }
    return (try? await store.readInvitation()).map { InvitationLink(code: $0) }
  }

  /// Remembers the invitation on this device, or forgets it.
  func remember(_ invitation: InvitationLink?) async {
    guard let store = store as? any InvitationStore else { return await answers.remember(invitation) }
    try? await store.writeInvitation(invitation?.code)
  }

  // MARK: The store

  func read() async throws(VestibuleError) -> StoredSession? {
    do { return try await store.read() } catch { throw .storage("the tokens cannot be read: \(type(of: error))") }
  }

  func write(_ session: StoredSession?) async throws(VestibuleError) {
    do { try await store.write(session) } catch { throw .storage("the tokens cannot be written: \(type(of: error))") }
  }

  /// Stores what is there now, unless another process of the app has begun a session of another account.
  func writeStored() async throws(VestibuleError) {
    guard let own = stored else { return }
    let found = try? await read()
    guard stored == own, found?.isOfAccount(of: own) ?? true else { return }
    try await write(own)
  }
}
