// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// Tasks that are cancelled, such as those of a screen that is gone, and calls that were not answered.
@MainActor @Suite struct CancellationTests {
  private nonisolated static let ended = TransportResponse.granted(#"{"ended":1}"#)

  private func expired() -> MemoryTokenStore {
    MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 30)))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled call does not wait for the refresh, which goes on for others`() async throws {
    let server = TokenServer()
    let isWaiting = Mutex(true)
    let transport = StubTransport { request, _ in
      while isWaiting.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      return try server.answer(request)
    }
    let session = Session(server: .stub(transport), store: expired())
    let cancelled = Task { try await session.call(ListFactorsRequest()) }
    while await transport.requests.isEmpty { await Task.yield() }
    let other = Task { try await session.call(ListFactorsRequest()) }
    cancelled.cancel()
    await #expect(throws: VestibuleError.cancelled) { try await cancelled.value }
    isWaiting.withLock { $0 = false }
    _ = try await other.value
    #expect(await transport.requests(to: "/v/refresh-session").count == 1)
  }

  @Test func `a cancelled sign-out reaches the server, because the tokens are gone`() async throws {
    let transport = StubTransport { _, _ in Self.ended }
    let session = Session(
      server: .stub(transport),
      store: MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600))))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await session.signOut()
    }
    try await task.value
    #expect(await transport.requests(to: "/v/sign-out").count == 1)
    #expect(await !session.isSignedIn)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a call whose screen is gone leaves no message`() async throws {
    let transport = StubTransport { _, _ in
      try await Task.sleep(for: .seconds(60))
      throw LostConnection()
    }
    let session = Session(
      server: .stub(transport),
      store: MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600))))
    let model = AuthModel(session)
    let task = Task { await model.refresh() }
    while await transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    await task.value
    #expect(model.message == nil && model.failure == nil && !model.isBusy)
  }

  @Test func `who signs out while the account is read is not asked to sign in`() async throws {
    let isSignedOut = Mutex(false)
    let server = TokenServer()
    let transport = StubTransport { request, _ in
      if request.url.path.hasSuffix("/sign-out") { return Self.ended }
      if request.url.path.hasSuffix("/refresh-session") {
        while !isSignedOut.withLock({ $0 }) { await Task.yield() }
      }
      return try server.answer(request)
    }
    let session = Session(server: .stub(transport), store: expired())
    let model = AuthModel(session)
    let refresh = Task { await model.refresh() }
    while await transport.requests.isEmpty { await Task.yield() }
    let signOut = Task { await model.signOut() }
    while await session.isSignedIn { await Task.yield() }
    isSignedOut.withLock { $0 = true }
    await refresh.value
    await signOut.value
    #expect(model.state == .signedOut && model.message == nil)
  }

  @Test func `a second attempt after a lost answer gets that answer, and is no second acceptance`() async throws {
    let lost = Mutex(5)
    let transport = StubTransport { _, _ in
      let isLost = lost.withLock {
        $0 -= 1
        return $0 >= 0
      }
      if isLost { throw LostConnection() }
      return .refused("auth/weak-password", 400)
    }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    for password in ["a", "a", "a", "b"] { await model.accept(.newPassword(password, code: "C")) }
    let keys = await transport.requests.map { $0.headers["Idempotency-Key"] ?? "" }
    // Five attempts of the first call and one of the second are one call for the server. What was answered is not
    // repeated.
    #expect(keys.count == 8 && Set(keys[0...5]).count == 1 && Set(keys).count == 3)
  }

  @Test(arguments: [
    (TransportResponse.refused("service/unavailable", 503), true), (.refused("service/deadline", 504), true),
    (.refused("service/internal", 500), true), (.refused("auth/too-many-requests", 429), true),
    (TransportResponse(status: 502, body: Data("<html>".utf8)), true),
    (TransportResponse(status: 520, body: Data("<html>".utf8)), true),
    (TransportResponse(status: 200, body: Data("<html>".utf8)), true), (.refused("auth/weak-password", 422), false),
  ])
  func `a second tap has the same key if the first one was not answered, and another one after a decision`(
    first: TransportResponse, isSame: Bool
  ) async throws {
    let transport = StubTransport { _, number in number == 1 ? first : .refused("auth/code-invalid", 422) }
    var server = VestibuleServer.stub(transport)
    server.retries = .none
    let model = AuthModel(Session(server: server, store: MemoryTokenStore()))
    await model.accept(.newPassword("a", code: "C"))
    #expect(model.failure != nil)
    await model.accept(.newPassword("a", code: "C"))
    let keys = await transport.requests.map { $0.headers["Idempotency-Key"] ?? "" }
    #expect(keys.count == 2 && (keys[0] == keys[1]) == isSame)
  }
}
