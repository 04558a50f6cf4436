// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps a person signed in: it stores the tokens, refreshes them ahead of time, and tells everybody when the session
/// ends.
///
/// However many calls wait for new tokens, there is one refresh. A refresh whose answer is lost is repeated with the
/// same `Idempotency-Key`, also after the app was killed, so the person stays signed in.
public actor Session {
  /// What happens to a session.
  public enum Event: Equatable, Sendable {
    /// There is a session now.
    case began
    /// The session has ended. The error says why; nil if the person signed out, also in another process of the app.
    case ended(VestibuleError?)
  }

  /// The server, for functions that need no session.
  public nonisolated let server: VestibuleServer
  /// The seconds before their expiry at which access tokens are refreshed, so that they are still valid when the server
  /// reads them.
  public static let refreshMargin: TimeInterval = 60

  let store: any TokenStore
  let answers: AnswerStore
  let device: Device?
  let now: @Sendable () -> Date
  var stored: StoredSession?
  var isRestored = false
  /// Whether the store has had the session. If it is empty then, another process of the app has signed out.
  var isStored = false
  /// Counts the beginnings and ends, so that an answer to an earlier person's call changes nothing of the next one.
  var epoch = 0
  /// A refresh, the epoch whose session gets the tokens, and whether it is repeated after a lost connection.
  typealias Refresh = (epoch: Int, task: Task<Result<Tokens, VestibuleError>, Never>, repeatsUnreachable: Bool)
  /// The refresh that is running.
  var refreshing: Refresh?
  /// The last write to the store. The next one waits for it.
  var writing: Task<Void, Never>?
  private let listeners = Listeners<Event>()

  /// Creates a session. `restore` reads the stored tokens.
  /// - Parameters:
  ///   - server: whose functions the session calls.
  ///   - store: keeps the tokens.
  ///   - device: this device; the same in every request of the session.
  ///   - answers: keeps the last answers, for use without a connection; nil keeps them where the store says.
  ///   - now: the clock.
  public init(
    server: VestibuleServer, store: any TokenStore, device: Device? = nil, answers: AnswerStore? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
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

  /// What happens to the session from now on. Every caller gets its own stream, which ends when the session is
  /// released.
  public func events() -> AsyncStream<Event> { listeners.stream() }

  func announce(_ event: Event) { listeners.tell(event) }

  /// Reads the stored tokens, once.
  /// - Returns: whether there is a session.
  /// - Throws: `.storage` if they cannot be read, such as before the device was unlocked. The next call reads again.
  @discardableResult
  public func restore() async throws(VestibuleError) -> Bool {
    guard !isRestored else { return isSignedIn }
    let found = try await read()
    // Another task may have begun a session in between.
    if !isRestored {
      stored = found
      (isRestored, isStored) = (true, found != nil)
      if found != nil { announce(.began) }
    }
    return isSignedIn
  }

  /// Begins a session with the tokens of `sign-in`, `sign-up`, `accept-invitation`, `answer-challenge` or
  /// `restore-account`.
  /// - Parameters:
  ///   - tokens: of the answer.
  ///   - account: the account of the same answer.
  /// - Throws: `.storage` if the tokens could not be stored. The session has begun nevertheless, and is lost when the
  ///   app ends.
  public func begin(_ tokens: Tokens, account: KnownAccount? = nil) async throws(VestibuleError) {
    (isRestored, isStored) = (true, false)
    epoch += 1
    stored = StoredSession(tokens: tokens, account: account, clockOffset: clockOffset(by: tokens))
    let begun = epoch
    await answers.removeAll()
    // The session may have ended in between, or another one may have begun.
    guard epoch == begun else { return }
    announce(.began)
    try await write(stored)
  }
}
