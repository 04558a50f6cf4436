// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A store that an app shares with its extensions: each process has a session of its own.
@Suite struct SharedStoreTests {
  private static let factors = TransportResponse.granted(#"{"factors":[],"recoveryCodesLeft":0}"#)

  private static func tokens(_ name: String) -> Tokens {
    Tokens(accessToken: name, accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "refresh-\(name)")
  }

  private static func account() throws -> TransportResponse {
    try AuthModelTests.json(
      GetAccountResult(
        account: AuthModelTests.account(), state: .signedIn, missing: [], invitations: [], clients: [], providers: [],
        identities: [], updatedAt: AuthModelTests.time))
  }

  private func session(_ store: any TokenStore, _ handler: @escaping StubTransport.Handler) -> Session {
    Session(server: .stub(StubTransport(handler)), store: store)
  }

  @Test func `an account that is read late replaces neither the later tokens of another process nor its sign-out`()
    async throws
  {
    for later in [StoredSession(tokens: Self.tokens("later")), nil] {
      let store = MemoryTokenStore(StoredSession(tokens: Self.tokens("first")))
      let session = session(store) { _, _ in
        await store.write(later)
        return try Self.account()
      }
      _ = try await session.call(GetAccountRequest())
      #expect(await store.read() == later)
    }
  }

  @Test func `an account that is read is kept with the same tokens`() async throws {
    let store = MemoryTokenStore(StoredSession(tokens: Self.tokens("first")))
    _ = try await session(store) { _, _ in try Self.account() }.call(GetAccountRequest())
    #expect(await store.read()?.account?.account.displayName == "Kim")
  }

  @Test func `a call whose session has ended is repeated with the session that another process has begun`()
    async throws
  {
    let store = MemoryTokenStore(StoredSession(tokens: Self.tokens("first")))
    let session = session(store) { request, _ in
      request.headers["Authorization"] == "Bearer second" ? Self.factors : .refused("auth/session-revoked", 401)
    }
    try await session.restore()
    var events = await session.events().makeAsyncIterator()
    await store.write(StoredSession(tokens: Self.tokens("second")))
    _ = try await session.call(ListFactorsRequest())
    #expect(await session.isSignedIn)
    #expect(await store.read()?.tokens.accessToken == "second")
    // Nobody was told of an end.
    try await session.begin(Self.tokens("third"))
    #expect(await events.next() == .began)
  }

  /// What another process of the app stores while this one waits for the answer to its refresh.
  private func refreshed(while another: StoredSession?) async throws -> (Session, MemoryTokenStore) {
    var first = StoredSession(tokens: Self.tokens("first"))
    first.tokens.accessTokenExpiresAt = Date(timeIntervalSinceNow: 5)
    let store = MemoryTokenStore(first)
    let session = session(store) { request, _ in
      guard request.url.path.hasSuffix("/refresh-session") else { return Self.factors }
      await store.write(another)
      return try AuthModelTests.json(RefreshSessionResult(session: Self.tokens("second")))
    }
    try await session.restore()
    return (session, store)
  }

  @Test func `a refresh whose answer is handled late leaves the later tokens of another process, and takes them`()
    async throws
  {
    let third = StoredSession(tokens: Self.tokens("third"))
    let (session, store) = try await refreshed(while: third)
    #expect(try await session.accessToken() == "third")
    #expect(await store.read() == third)
  }

  @Test func `the same tokens of another process, which has repeated the refresh, stay`() async throws {
    let second = StoredSession(tokens: Self.tokens("second"), refreshKey: "of the other process")
    let (session, store) = try await refreshed(while: second)
    #expect(try await session.accessToken() == "second")
    #expect(await store.read() == second)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a refresh during a sign-out in another process brings nothing back, and ends the session`() async throws {
    let (session, store) = try await refreshed(while: nil)
    var events = await session.events().makeAsyncIterator()
    await #expect(throws: VestibuleError.signedOut) { try await session.call(ListFactorsRequest()) }
    #expect(await store.read() == nil)
    #expect(await !session.isSignedIn)
    #expect(await events.next() == .ended(nil))
  }

  @Test func `after a sign-out in another process nothing is refreshed, and calls go on without a session`()
    async throws
  {
    var first = StoredSession(tokens: Self.tokens("first"))
    first.tokens.accessTokenExpiresAt = Date(timeIntervalSinceNow: 5)
    let store = MemoryTokenStore(first)
    let transport = StubTransport { _, _ in .granted(#"{"message":"Sent."}"#) }
    let session = Session(server: .stub(transport), store: store)
    try await session.restore()
    await store.write(nil)
    _ = try await session.call(VerifyEmailRequest.mail(email: "kim@example.com"))
    #expect(await transport.requests.map(\.url.lastPathComponent) == ["verify-email"])
    #expect(await transport.requests.first?.headers["Authorization"] == nil)
    #expect(await !session.isSignedIn)
  }

  @Test func `tokens that could not be stored before are no sign-out in another process`() async throws {
    let store = SlowStore()
    store.isFull = true
    let session = session(store) { _, _ in try AuthModelTests.json(RefreshSessionResult(session: Self.tokens("second")))
    }
    var first = Self.tokens("first")
    first.accessTokenExpiresAt = Date(timeIntervalSinceNow: 5)
    await #expect(throws: VestibuleError.self) { try await session.begin(first) }
    store.isFull = false
    #expect(try await session.accessToken() == "second")
    #expect(store.read()?.tokens.accessToken == "second")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a slow store ends with what was written last`() async throws {
    let store = SlowStore()
    let session = session(store) { _, _ in .granted(#"{"ended":1}"#) }
    let begin = Task { try await session.begin(Self.tokens("first")) }
    while await !session.isSignedIn { await Task.yield() }
    try await session.signOut()
    try await begin.value
    #expect(store.read() == nil)
    #expect(store.isIdle)
  }

  @Test func `if the tokens cannot be removed, the server makes them useless`() async throws {
    let store = SlowStore()
    let transport = StubTransport { _, _ in .granted(#"{"ended":1}"#) }
    let session = Session(server: .stub(transport), store: store)
    try await session.begin(Self.tokens("first"))
    store.isFull = true
    await #expect(throws: VestibuleError.storage("the tokens cannot be written: VestibuleClientTests.LostConnection 1"))
    {
      try await session.signOut()
    }
    #expect(await transport.requests(to: "/v/sign-out").count == 1)
  }

  @Test func `an account that this version cannot read does not end the session`() throws {
    let stored = """
      {"tokens":{"accessToken":"a","accessTokenExpiresAt":"2026-11-22T18:35:18Z","refreshToken":"r"},
      "account":{"ofTomorrow":1},"refreshKey":"k"}
      """
    let session = try read(StoredSession.self, stored)
    #expect(session.tokens.refreshToken == "r" && session.refreshKey == "k" && session.account == nil)
    let complete = StoredSession(
      tokens: session.tokens, account: KnownAccount(account: AuthModelTests.account(), date: AuthModelTests.time),
      clockOffset: 7200)
    #expect(try read(StoredSession.self, text(of: complete)) == complete)
  }

  @Test func `a file of tokens makes its folder, which only the owner can read`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileTokenStore(folder.appendingPathComponent("a/session.json"))
    try await store.write(StoredSession(tokens: Self.tokens("first")))
    #expect(try await store.read()?.tokens.accessToken == "first")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent("a").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }
}

/// A store whose earlier writes take longer than later ones.
private final class SlowStore: TokenStore {
  private struct State {
    var session: StoredSession?
    var isFull = false
    var pause = Duration.milliseconds(60)
    var running = 0
  }
  private let state = Mutex(State())
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  func read() -> StoredSession? { state.withLock { $0.session } }

  func write(_ session: StoredSession?) async throws {
    let pause = try state.withLock { state in
      if state.isFull { throw LostConnection() }
      state.running += 1
      defer { state.pause = .zero }
      return state.pause
    }
    try await Task.sleep(for: pause)
    state.withLock {
      $0.session = session
      $0.running -= 1
    }
  }
}
