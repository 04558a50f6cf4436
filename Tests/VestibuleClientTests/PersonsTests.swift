// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A session in which persons change while calls run, and which several processes share.
@Suite struct PersonsTests {
  private func tokens(_ name: String, _ number: Int, expiresIn seconds: TimeInterval = 3600) -> Tokens {
    Tokens(
      accessToken: "\(name)-\(number)", accessTokenExpiresAt: Date(timeIntervalSinceNow: seconds),
      refreshToken: "\(name)-refresh-\(number)")
  }

  private func refreshed(_ tokens: Tokens) throws -> TransportResponse {
    TransportResponse(status: 200, body: try JSONEncoder.vestibule().encode(RefreshSessionResult(session: tokens)))
  }

  private func account(_ id: String) -> KnownAccount {
    var account = AuthModelTests.account()
    account.id = id
    return KnownAccount(
      account: account, state: .signedIn, missing: [], invitations: [], date: AuthModelTests.time, isCurrent: false)
  }

  private static let factors = TransportResponse.granted(#"{"factors":[],"recoveryCodesLeft":0}"#)
  private static let ended = TransportResponse.granted(#"{"ended":1}"#)

  private func session(
    _ store: any TokenStore, _ handler: @escaping StubTransport.Handler
  ) -> (Session, StubTransport) {
    let transport = StubTransport(handler)
    return (Session(server: .stub(transport), store: store), transport)
  }

  private func tokens(of transport: StubTransport, to path: String) async -> [String] {
    await transport.requests(to: path).map { $0.headers["Authorization"]?.replacing("Bearer ", with: "") ?? "" }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a call is never repeated with the tokens of the person who signs in while it runs`() async throws {
    let late = Gate()
    let (session, transport) = session(MemoryTokenStore()) { request, _ in
      if request.url.path.hasSuffix("/sign-out") { return Self.ended }
      guard request.headers["Authorization"] == "Bearer ada-1" else { return Self.factors }
      await late.opened()
      return .refused("auth/token-expired", 401)
    }
    try await session.begin(tokens("ada", 1))
    let call = Task { try await session.call(ListFactorsRequest()) }
    while await transport.requests.isEmpty { await Task.yield() }
    try await session.signOut()
    try await session.begin(tokens("bea", 1))
    late.open()
    await #expect(throws: VestibuleError.signedOut) { try await call.value }
    #expect(await tokens(of: transport, to: "/v/list-factors") == ["ada-1"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a refresh of an earlier person is for nobody else, and ends that session on the server`() async throws {
    let late = Gate()
    let answers = (old: tokens("ada", 2), new: tokens("bea", 2))
    let (session, transport) = session(MemoryTokenStore()) { [self] request, _ in
      if request.url.path.hasSuffix("/sign-out") { return Self.ended }
      guard request.url.path.hasSuffix("/refresh-session") else { return Self.factors }
      let given = try JSONDecoder.vestibule().decode(RefreshSessionRequest.self, from: request.body ?? Data())
      guard given.refreshToken == "ada-refresh-1" else { return try refreshed(answers.new) }
      await late.opened()
      return try refreshed(answers.old)
    }
    try await session.begin(tokens("ada", 1, expiresIn: 5))
    let call = Task { try await session.call(ListFactorsRequest()) }
    while await transport.requests.isEmpty { await Task.yield() }
    let signOut = Task { try await session.signOut() }
    while await session.isSignedIn { await Task.yield() }
    try await session.begin(tokens("bea", 1, expiresIn: 5))
    // Bea's refresh is another one, and does not wait for that of Ada.
    _ = try await session.call(ListFactorsRequest())
    late.open()
    try await signOut.value
    await #expect(throws: VestibuleError.signedOut) { try await call.value }
    #expect(await tokens(of: transport, to: "/v/list-factors") == ["bea-2"])
    #expect(await tokens(of: transport, to: "/v/sign-out") == ["ada-2"])
    #expect(try await session.accessToken() == "bea-2")
  }

  @Test(.timeLimit(.minutes(1)))
  func `signing out ends the session on this device at once, and then on the server`() async throws {
    let late = Gate()
    let store = MemoryTokenStore(StoredSession(tokens: tokens("ada", 1, expiresIn: 5)))
    let answer = tokens("ada", 2)
    let (session, transport) = session(store) { [self] request, _ in
      await late.opened()
      return request.url.path.hasSuffix("/refresh-session") ? try refreshed(answer) : Self.ended
    }
    let signOut = Task { try await session.signOut() }
    while await transport.requests.isEmpty { await Task.yield() }
    #expect(await !session.isSignedIn)
    #expect(await store.read() == nil)
    late.open()
    try await signOut.value
    #expect(await tokens(of: transport, to: "/v/sign-out") == ["ada-2"])
    #expect(await store.read() == nil)
  }

  @Test func `signing out leaves tokens that cannot be read, and a failure to remove tokens is reported`() async throws
  {
    let store = BrokenStore()
    let (session, _) = session(store) { _, _ in Self.ended }
    await #expect(throws: VestibuleError.storage("the tokens cannot be read: VestibuleClientTests.LostConnection 1")) {
      try await session.signOut()
    }
    #expect(store.removals == 0)
    try await session.begin(tokens("ada", 1))
    store.isFull = true
    let failure = await #expect(throws: VestibuleError.self) { try await session.signOut() }
    #expect(failure == .storage("the tokens cannot be written: VestibuleClientTests.LostConnection 1"))
    #expect(await !session.isSignedIn)
  }

  @Test func `a process whose tokens are refused leaves the later tokens of another process`() async throws {
    let store = MemoryTokenStore(StoredSession(tokens: tokens("ada", 1), account: account("1")))
    let (session, _) = session(store) { _, _ in .refused("auth/session-revoked", 401) }
    try await session.restore()
    let later = StoredSession(tokens: tokens("bea", 2), account: account("2"))
    await store.write(later)
    await #expect(throws: VestibuleError.self) { try await session.call(ListFactorsRequest()) }
    #expect(await !session.isSignedIn)
    #expect(await store.read() == later)
  }

  @Test func `a process neither uses nor overwrites the session that another person has begun in another process`()
    async throws
  {
    let store = MemoryTokenStore(StoredSession(tokens: tokens("ada", 1, expiresIn: 5), account: account("1")))
    let answer = tokens("ada", 2)
    let (session, transport) = session(store) { [self] request, _ in
      request.url.path.hasSuffix("/refresh-session") ? try refreshed(answer) : Self.factors
    }
    try await session.restore()
    let other = StoredSession(tokens: tokens("bea", 1), account: account("2"))
    await store.write(other)
    _ = try await session.call(ListFactorsRequest())
    #expect(await tokens(of: transport, to: "/v/list-factors") == ["ada-2"])
    #expect(await store.read() == other)
  }

  @Test func `a process repeats the refresh that another one has begun, with its key`() async throws {
    let store = MemoryTokenStore(StoredSession(tokens: tokens("ada", 1, expiresIn: 5)))
    let answer = tokens("ada", 2)
    let (session, transport) = session(store) { [self] _, _ in try refreshed(answer) }
    try await session.restore()
    var begun = try #require(await store.read())
    begun.refreshKey = "key of the other process"
    await store.write(begun)
    #expect(try await session.accessToken() == "ada-2")
    #expect(await transport.requests.map { $0.headers["Idempotency-Key"] } == ["key of the other process"])
  }

  @Test func `sessions in two files share no answers`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = ["ada", "bea"].map { name in
      session(FileTokenStore(folder.appendingPathComponent("\(name).json"))) { request, _ in
        request.url.path.hasSuffix("/sign-out") ? Self.ended : Self.factors
      }.0
    }
    for each in sessions { try await each.begin(tokens("x", 1)) }
    _ = try await sessions[0].read(ListFactorsRequest())
    #expect(await sessions[1].lastAnswer(to: ListFactorsRequest()) == nil)
    try await sessions[1].signOut()
    #expect(await sessions[0].lastAnswer(to: ListFactorsRequest()) != nil)
  }
}

/// Something that happens when a test says so.
private final class Gate: Sendable {
  private let isOpen = Mutex(false)
  func open() { isOpen.withLock { $0 = true } }
  func opened() async { while !isOpen.withLock({ $0 }) { await Task.yield() } }
}

/// A store whose content cannot be read.
private final class BrokenStore: TokenStore {
  private let state = Mutex((removals: 0, isFull: false))
  var removals: Int { state.withLock { $0.removals } }
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  func read() throws -> StoredSession? { throw LostConnection() }
  func write(_ session: StoredSession?) throws {
    try state.withLock {
      if $0.isFull { throw LostConnection() }
      if session == nil { $0.removals += 1 }
    }
  }
}
