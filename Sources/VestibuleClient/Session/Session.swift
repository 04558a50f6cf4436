// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps a person signed in: it stores the tokens, refreshes them ahead of time, and tells everybody when the session ends.
///
/// However many calls wait for new tokens, there is one refresh. A refresh whose answer is lost is repeated with the same
/// `Idempotency-Key`, also after the app was killed, so that the person stays signed in.
public actor Session {
  /// What happens to a session.
  public enum Change: Equatable, Sendable {
    /// There is a session now.
    case began
    /// The session has ended. The error says why; nil if the person signed out.
    case ended(VestibuleError?)
  }

  /// Calls functions that need no session.
  public nonisolated let client: Client
  /// How long before their expiry access tokens are refreshed, because clocks of devices are wrong.
  public static let margin: TimeInterval = 60

  private let store: any TokenStore
  let answers: AnswerStore
  private let device: Device?
  private let now: @Sendable () -> Date
  private var stored: StoredSession?
  private var isRestored = false
  /// Counts the beginnings and ends, so that an answer to an earlier person's call changes nothing of the next one.
  private(set) var epoch = 0
  private var refreshing: Task<Result<Tokens, VestibuleError>, Never>?
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
    // Another task may have begun a session in the meantime.
    if !isRestored {
      stored = found
      isRestored = true
      if found != nil { tell(.began) }
    }
    return isSignedIn
  }

  /// Begins a session with the tokens of `sign-in`, `sign-up`, `accept-invitation`, `answer-challenge` or `restore-account`.
  /// - Parameters:
  ///   - tokens: of the answer.
  ///   - account: the account of the same answer.
  public func begin(_ tokens: Tokens, account: KnownAccount? = nil) async throws(VestibuleError) {
    isRestored = true
    epoch += 1
    stored = StoredSession(tokens: tokens, account: account)
    await answers.removeAll()
    tell(.began)
    try await write(stored)
  }

  // MARK: Calls

  /// Calls a function with the access token of the session.
  public nonisolated func call<Request: FunctionRequest>(
    _ request: Request, botToken: String? = nil, idempotencyKey: String = UUID().uuidString
  ) async throws(VestibuleError) -> Request.Answer {
    try await call(request, by: client, botToken: botToken, idempotencyKey: idempotencyKey)
  }

  private nonisolated func call<Request: FunctionRequest>(
    _ request: Request, by client: Client, botToken: String?, idempotencyKey: String
  ) async throws(VestibuleError) -> Request.Answer {
    guard let (token, begun) = try await accessToken(for: Request.function.access) else {
      return try await client.call(request, botToken: botToken, idempotencyKey: idempotencyKey)
    }
    let call = { (token: String) async throws(VestibuleError) in
      try await client.call(request, accessToken: token, botToken: botToken, idempotencyKey: idempotencyKey)
    }
    do throws(VestibuleError) {
      return try await finish(request, try await call(token), of: begun)
    } catch {
      guard error.code == .authTokenExpired else { throw await ended(by: error, of: token) }
    }
    // The clock of this device is wrong.
    let renewed = try await refreshed(replacing: token)
    do throws(VestibuleError) {
      return try await finish(request, try await call(renewed), of: begun)
    } catch {
      throw await ended(by: error, of: renewed)
    }
  }

  /// Calls a function that only reads. If the server cannot be reached, the last answer is returned, with its age.
  public func read<Request: FunctionRequest>(
    _ request: Request
  ) async throws(VestibuleError) -> Known<Request.Answer> {
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
    let begun = epoch
    let answer = try await call(request, by: client, botToken: nil, idempotencyKey: UUID().uuidString)
    let date = now()
    if epoch == begun {
      await answers.write(answer, to: request, at: date)
      if let account = answer as? GetAccountResult {
        await keep(KnownAccount(account, date: date, isCurrent: false), of: begun)
      }
    }
    return Known(answer, date: date, isCurrent: true)
  }

  /// Stores the account for the next start.
  private func keep(_ account: KnownAccount, of begun: Int) async {
    guard epoch == begun, stored != nil else { return }
    stored?.account = account
    try? await write(stored)
  }

  /// The last answer to a request that only reads, without a call; nil if there is none.
  public func known<Request: FunctionRequest>(_ request: Request) async -> Known<Request.Answer>? {
    await answers.read(request)
  }

  /// Ends the session: on this device at once, and on the server.
  /// - Parameter everywhere: ends all sessions of the account.
  /// - Throws: if the server was not reached. The tokens are removed from this device nevertheless.
  public func signOut(everywhere: Bool = false) async throws(VestibuleError) {
    try await restore()
    guard stored != nil else { return }
    let token: String
    do throws(VestibuleError) {
      token = try await accessToken()
    } catch {
      await end(nil)
      throw error
    }
    await end(nil)
    do throws(VestibuleError) {
      _ = try await client.call(SignOutRequest(everywhere: everywhere ? true : nil), accessToken: token)
    } catch {
      guard error.code?.endsSession != true else { return }
      throw error
    }
  }

  /// What the answer changes of the session itself. Other calls do not wait for the session again.
  private nonisolated func finish<Request: FunctionRequest>(
    _ request: Request, _ answer: Request.Answer, of begun: Int
  ) async throws(VestibuleError) -> Request.Answer {
    if request is DeleteAccountRequest { await end(nil, of: begun) }
    if let renewed = (answer as? ReauthenticateResult)?.session {
      try await replace(
        Tokens(
          accessToken: renewed.accessToken, accessTokenExpiresAt: renewed.accessTokenExpiresAt,
          refreshToken: renewed.refreshToken), of: begun)
    }
    return answer
  }

  /// - Parameter begun: the epoch in which the call began.
  private func replace(_ tokens: Tokens, of begun: Int) async throws(VestibuleError) {
    guard epoch == begun else { return }
    stored = StoredSession(tokens: tokens, account: stored?.account)
    try await write(stored)
  }

  private func ended(by error: VestibuleError, of token: String) async -> VestibuleError {
    // A call with the tokens of an earlier session says nothing about this one.
    if error.code?.endsSession == true, stored?.tokens.accessToken == token { await end(error) }
    return error
  }

  private func end(_ reason: VestibuleError?, of begun: Int? = nil) async {
    guard stored != nil, begun ?? epoch == epoch else { return }
    epoch += 1
    stored = nil
    tell(.ended(reason))
    await answers.removeAll()
    // Another session may have begun in the meantime.
    try? await write(stored)
  }

  // MARK: Tokens

  /// An access token that is valid for at least `margin`.
  public func accessToken() async throws(VestibuleError) -> String {
    try await restore()
    guard let tokens = stored?.tokens else { throw .signedOut }
    if isFresh(tokens) { return tokens.accessToken }
    return try await refreshed(replacing: tokens.accessToken)
  }

  /// - Returns: nil if there is no session, and the call needs none.
  private func accessToken(
    for access: FunctionCall.Access
  ) async throws(VestibuleError) -> (token: String, epoch: Int)? {
    if let tokens = stored?.tokens, isFresh(tokens) { return (tokens.accessToken, epoch) }
    try await restore()
    if stored == nil, access != .session { return nil }
    let begun = epoch
    return (try await accessToken(), begun)
  }

  private func isFresh(_ tokens: Tokens) -> Bool { tokens.accessTokenExpiresAt.timeIntervalSince(now()) > Self.margin }

  /// - Parameter token: the access token that is no longer of use.
  private func refreshed(replacing token: String) async throws(VestibuleError) -> String {
    guard let tokens = stored?.tokens else { throw .signedOut }
    if tokens.accessToken != token { return tokens.accessToken }
    let task = refreshing ?? Task { await refresh() }
    refreshing = task
    return try await task.value.get().accessToken
  }

  /// Refreshes once. It is not cancelled with the call that waits for it, because others wait too.
  private func refresh() async -> Result<Tokens, VestibuleError> {
    defer { refreshing = nil }
    do throws(VestibuleError) {
      // Another process of the app may have refreshed the tokens. The earlier ones are then of no use, also if the later
      // ones have expired.
      if let own = stored, let found = try? await read(), stored?.tokens == own.tokens,
        found.tokens.accessTokenExpiresAt > own.tokens.accessTokenExpiresAt
      {
        stored = found
        if isFresh(found.tokens) { return .success(found.tokens) }
      }
      return .success(try await exchange(key: stored?.refreshKey))
    } catch {
      return .failure(error)
    }
  }

  /// - Parameter key: of a refresh that has begun earlier.
  private func exchange(key: String?) async throws(VestibuleError) -> Tokens {
    guard let old = stored?.tokens else { throw .signedOut }
    let pending = StoredSession(tokens: old, refreshKey: key ?? UUID().uuidString, account: stored?.account)
    if key == nil {
      stored = pending
      try await write(pending)
    }
    do throws(VestibuleError) {
      let request = RefreshSessionRequest(refreshToken: old.refreshToken, device: device)
      let tokens = try await client.call(request, idempotencyKey: pending.refreshKey ?? "").session
      // The person may have signed out, or in again, while the answer was on its way.
      guard stored?.tokens == old else {
        guard let other = stored?.tokens else { throw VestibuleError.signedOut }
        return other
      }
      stored = StoredSession(tokens: tokens, account: stored?.account)
      // If this fails, the next start repeats the refresh with the stored key.
      try? await write(stored)
      return tokens
    } catch {
      // The device has other data than when the refresh began.
      if error.code == .eventIdConflict, key != nil { return try await exchange(key: nil) }
      if error.code?.endsRefresh == true, stored?.tokens == old { await end(error) }
      throw error
    }
  }

  // MARK: The store

  private func read() async throws(VestibuleError) -> StoredSession? {
    do { return try await store.read() } catch { throw .storage("the tokens cannot be read: \(error)") }
  }

  private func write(_ session: StoredSession?) async throws(VestibuleError) {
    do { try await store.write(session) } catch { throw .storage("the tokens cannot be written: \(error)") }
  }
}
