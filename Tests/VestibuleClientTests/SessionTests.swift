// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A server that keeps one session as `refresh-session` does: tokens rotate, a key is answered once.
final class TokenServer: Sendable {
  struct State {
    var generation = 1
    var answers: [String: Int] = [:]
    var isRevoked = false
    var isUnreachable = false
  }

  let state = Mutex(State())

  static func tokens(_ generation: Int, expiresIn seconds: TimeInterval) -> Tokens {
    Tokens(
      accessToken: "access-\(generation)", accessTokenExpiresAt: Date(timeIntervalSinceNow: seconds),
      refreshToken: "refresh-\(generation)")
  }

  func answer(_ request: TransportRequest) throws -> TransportResponse {
    try state.withLock { state in
      if state.isUnreachable { throw LostConnection() }
      if state.isRevoked { return .refused("auth/session-revoked", 401) }
      if request.url.path.hasSuffix("/refresh-session") {
        return try Self.refresh(request, &state)
      }
      guard request.headers["Authorization"] == "Bearer access-\(state.generation)" else {
        return .refused("auth/token-expired", 401)
      }
      return .granted(#"{"factors":[],"recoveryCodesLeft":0}"#)
    }
  }

  private static func refresh(_ request: TransportRequest, _ state: inout State) throws -> TransportResponse {
    let given = try JSONDecoder.vestibule().decode(RefreshSessionRequest.self, from: request.body ?? Data())
    let key = request.headers["Idempotency-Key"] ?? ""
    if let known = state.answers[key] { return try granted(known) }
    guard given.refreshToken == "refresh-\(state.generation)" else {
      state.isRevoked = true
      return .refused("auth/session-revoked", 401)
    }
    state.generation += 1
    state.answers[key] = state.generation
    return try granted(state.generation)
  }

  private static func granted(_ generation: Int) throws -> TransportResponse {
    let tokens = try JSONEncoder.vestibule().encode(RefreshSessionResult(session: tokens(generation, expiresIn: 3600)))
    return TransportResponse(status: 200, body: tokens)
  }
}

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  let server = TokenServer()

  @Test func `answers are removed from the app's folder, and nothing else`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let neighbour = folder.appendingPathComponent("photo.jpg")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: neighbour)
    let request = ListFactorsRequest()
    let store = AnswerStore(folder: folder)
    await store.write(
      ListFactorsResult(factors: [], recoveryCodesLeft: 0), to: request, at: Date(timeIntervalSince1970: 1), of: 0)
    #expect(await AnswerStore(folder: folder).read(request)?.date == Date(timeIntervalSince1970: 1))
    await store.removeAll()
    #expect(await AnswerStore(folder: folder).read(request) == nil)
    #expect(try Data(contentsOf: neighbour) == Data("x".utf8))
  }

  func session(_ store: any TokenStore, _ handler: StubTransport.Handler? = nil) -> (Session, StubTransport) {
    let transport = StubTransport(handler ?? { [server] request, _ in try server.answer(request) })
    return (Session(server: .stub(transport), store: store), transport)
  }

  func expired() -> MemoryTokenStore {
    MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 30)))
  }

  @Test func `fifty tasks with an expired token refresh once`() async throws {
    let store = expired()
    let (session, transport) = session(store) { [server] request, _ in
      if request.url.path.hasSuffix("/refresh-session") { try await Task.sleep(for: .milliseconds(20)) }
      return try server.answer(request)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try await session.call(ListFactorsRequest()) } }
      try await group.waitForAll()
    }
    #expect(await transport.requests(to: "/v/refresh-session").count == 1)
    #expect(await transport.requests(to: "/v/list-factors").count == 50)
    #expect(await store.read()?.tokens.refreshToken == "refresh-2")
    #expect(await store.read()?.refreshKey == nil)
  }

  @Test func `a token that expires before the device thinks so is refreshed, and the call has the same key`()
    async throws
  {
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(0, expiresIn: 3600)))
    server.state.withLock { $0.generation = 0 }
    let (session, transport) = session(store) { [server] request, number in
      number == 1 ? .refused("auth/token-expired", 401) : try server.answer(request)
    }
    _ = try await session.call(ListFactorsRequest())
    let calls = await transport.requests(to: "/v/list-factors")
    #expect(calls.count == 2 && calls[0].headers["Idempotency-Key"] == calls[1].headers["Idempotency-Key"])
    #expect(calls.map { $0.headers["Authorization"] } == ["Bearer access-0", "Bearer access-1"])
  }

  @Test func `killed between refresh and store, the person is still signed in`() async throws {
    let store = expired()
    // The process ends while the answer is on its way: what is stored then is all that is left.
    let (killed, _) = session(store) { [server] request, _ in
      _ = try server.answer(request)
      try await Task.sleep(for: .seconds(3600))
      throw LostConnection()
    }
    let task = Task { try? await killed.accessToken() }
    while server.state.withLock({ $0.generation }) == 1 { try await Task.sleep(for: .milliseconds(1)) }
    let left = MemoryTokenStore(await store.read())
    task.cancel()

    let (session, transport) = session(left)
    _ = try await session.call(ListFactorsRequest())
    #expect(await session.isSignedIn)
    #expect(await transport.requests(to: "/v/refresh-session").count == 1)
    #expect(server.state.withLock { $0.generation } == 2)
  }

  @Test func `a lost answer to a refresh is asked for again`() async throws {
    let lost = Mutex(2)
    let (session, _) = session(expired()) { [server] request, _ in
      let answer = try server.answer(request)
      if request.url.path.hasSuffix("/refresh-session"),
        lost.withLock({
          $0 -= 1
          return $0 >= 0
        })
      {
        throw LostConnection()
      }
      return answer
    }
    _ = try await session.call(ListFactorsRequest())
    #expect(server.state.withLock { $0.generation } == 2)
  }

  @Test func `if a token was stolen, everybody is told`() async throws {
    let store = expired()
    let (session, _) = session(store)
    try await session.restore()
    let streams = [await session.events(), await session.events(), await session.events()]
    // The thief uses the refresh token first.
    let thief = MemoryTokenStore(await store.read())
    _ = try await self.session(thief).0.accessToken()
    let failure = await #expect(throws: VestibuleError.self) { try await session.call(ListFactorsRequest()) }
    #expect(failure?.code == .authSessionRevoked)
    for stream in streams {
      var iterator = stream.makeAsyncIterator()
      guard case .ended(let reason) = await iterator.next() else {
        Issue.record("nobody was told")
        continue
      }
      #expect(reason?.code == .authSessionRevoked && reason?.advice == .signIn)
    }
    #expect(await store.read() == nil)
    #expect(await !session.isSignedIn)
    await #expect(throws: VestibuleError.signedOut) { try await session.call(ListFactorsRequest()) }
  }

  @Test(arguments: [30.0, 3600], ["auth/session-revoked", "auth/session-expired"])
  func `a call that needs no session goes on without the one that has ended`(
    expiresIn: TimeInterval, code: String
  ) async throws {
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: expiresIn)))
    let (session, transport) = session(store) { request, _ in
      if request.headers["Authorization"] != nil || request.url.path.hasSuffix("/refresh-session") {
        return .refused(code, 401)
      }
      return request.url.path.hasSuffix("/verify-email")
        ? .granted(#"{"message":"Sent."}"#) : .refused("auth/unauthenticated", 401)
    }
    _ = try await session.call(VerifyEmailRequest.mail(email: "kim@example.com"))
    let calls = await transport.requests(to: "/v/verify-email")
    #expect(calls.last?.headers["Authorization"] == nil && calls.count == (expiresIn == 30 ? 1 : 2))
    #expect(await store.read() == nil)
    #expect(await !session.isSignedIn)

    // An acceptance without another credential needs the session.
    try await session.begin(TokenServer.tokens(1, expiresIn: expiresIn))
    let failure = await #expect(throws: VestibuleError.self) {
      try await session.call(AcceptInvitationRequest.waiting(invitationId: "i"))
    }
    #expect(failure?.code == ErrorCode(rawValue: code))
    #expect(await transport.requests(to: "/v/accept-invitation").last?.headers["Authorization"] == nil)
  }

  @Test func `a server that is not reached ends no session, and what is known stays readable`() async throws {
    let store = expired()
    let (session, _) = session(store)
    let current = try await session.read(ListFactorsRequest())
    server.state.withLock { $0.isUnreachable = true }
    let last = try await session.read(ListFactorsRequest())
    #expect(current.isCurrent && !last.isCurrent && last.date == current.date && last.value == current.value)
    #expect(last.age(at: last.date.addingTimeInterval(90)) == 90)
    await #expect(throws: VestibuleError.self) { try await session.read(ListSessionsRequest()) }
    #expect(await session.isSignedIn)
    await #expect(throws: VestibuleError.self) { try await session.signOut() }
    #expect(await session.lastAnswer(to: ListFactorsRequest()) == nil)
    #expect(await store.read() == nil)
  }

  @Test func `a person who signs out during a refresh stays signed out`() async throws {
    let store = expired()
    let (session, transport) = session(store) { [server] request, _ in
      if request.url.path.hasSuffix("/refresh-session") { try await Task.sleep(for: .milliseconds(50)) }
      if request.url.path.hasSuffix("/sign-out") { return .granted(#"{"ended":1}"#) }
      return try server.answer(request)
    }
    async let call = session.call(ListFactorsRequest())
    while await transport.requests.isEmpty { await Task.yield() }
    try await session.signOut()
    _ = try? await call
    #expect(await store.read() == nil)
    #expect(await !session.isSignedIn)
  }

  @Test func `tokens that another process has refreshed are used, also after they have expired`() async throws {
    let store = expired()
    let (session, _) = session(store)
    try await session.restore()
    // A widget has refreshed, and its tokens have expired too.
    server.state.withLock { $0.generation = 2 }
    let later = TokenServer.tokens(2, expiresIn: 45)
    await store.write(StoredSession(tokens: later))
    #expect(try await session.accessToken() == "access-3")
    #expect(await store.read()?.tokens.refreshToken == "refresh-3")
  }

  @Test func `an answer to an earlier person's call is neither kept nor changes the next session`() async throws {
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600)))
    let (session, transport) = session(store) { [server] request, _ in
      if request.url.path.hasSuffix("/sign-out") { return .granted(#"{"ended":1}"#) }
      if request.url.path.hasSuffix("/list-factors") { try await Task.sleep(for: .milliseconds(50)) }
      return try server.answer(request)
    }
    async let read = session.read(ListFactorsRequest())
    while await transport.requests.isEmpty { await Task.yield() }
    try await session.signOut()
    try await session.begin(TokenServer.tokens(9, expiresIn: 3600))
    _ = try? await read
    #expect(await session.lastAnswer(to: ListFactorsRequest()) == nil)
    #expect(await store.read()?.tokens.accessToken == "access-9")
  }

  @Test func `a file of tokens is private and never half written`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("session.json")
    let store = FileTokenStore(url)
    #expect(try await store.read() == nil)
    let stored = StoredSession(tokens: TokenServer.tokens(1, expiresIn: 0), refreshKey: "key")
    try await store.write(stored)
    try await store.write(stored)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.json"])
    #expect(try await store.read()?.tokens.refreshToken == "refresh-1")
    #expect(try await store.read()?.refreshKey == "key")
    try await store.write(nil)
    #expect(try await store.read() == nil)
  }
}
