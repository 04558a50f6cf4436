// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// The answers that a session keeps for use without a connection.
extension SessionTests {
  @Test func `an answer to a call that began before the removal is not kept, in memory and on disk`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = AnswerStore(folder: folder)
    let factors = ListFactorsResult(factors: [], recoveryCodesLeft: 0)
    let configuration = try Server("statlocker").configuration
    let begun = await store.generation
    await store.removeAll()
    await store.write(factors, to: ListFactorsRequest(), at: Date(), of: begun)
    await store.write(configuration, to: AppConfigurationRequest(), at: Date(), of: begun)
    for store in [store, AnswerStore(folder: folder)] {
      #expect(await store.read(ListFactorsRequest()) == nil)
      // The rules and texts are not about a person.
      #expect(await store.read(AppConfigurationRequest()) != nil)
    }
    await store.write(factors, to: ListFactorsRequest(), at: Date(), of: store.generation)
    #expect(await store.read(ListFactorsRequest()) != nil)
  }

  @Test(arguments: [30.0, 3600])
  func `without a connection a kept answer is there after one attempt, and other calls are repeated`(
    expiresIn: TimeInterval
  ) async throws {
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: expiresIn)))
    let (session, transport) = session(store)
    try await session.restore()
    await session.answers.write(
      ListFactorsResult(factors: [], recoveryCodesLeft: 0), to: ListFactorsRequest(), at: Date(), of: 0)
    server.state.withLock { $0.isUnreachable = true }
    #expect(try await !session.read(ListFactorsRequest()).isCurrent)
    #expect(await transport.requests.count == 1)
    await #expect(throws: VestibuleError.self) { try await session.read(ListSessionsRequest()) }
    #expect(await transport.requests.count == 6)
  }

  @Test func `a server that is busy for a moment is asked again, also if there is a kept answer`() async throws {
    let isBusy = Mutex(false)
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600)))
    let (session, _) = session(store) { [server] request, _ in
      let wasBusy = isBusy.withLock { now in
        defer { now = false }
        return now
      }
      return wasBusy ? .refused("service/unavailable", 503) : try server.answer(request)
    }
    _ = try await session.read(ListFactorsRequest())
    isBusy.withLock { $0 = true }
    #expect(try await session.read(ListFactorsRequest()).isCurrent)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a call that waits for the refresh of a read is not given up with it`() async throws {
    let isLost = Mutex(true)
    let isWaiting = Mutex(true)
    let (session, transport) = session(expired()) { [server] request, _ in
      while isWaiting.withLock({ $0 }) { await Task.yield() }
      let wasLost = isLost.withLock { now in
        defer { now = false }
        return now
      }
      if wasLost { throw LostConnection() }
      return try server.answer(request)
    }
    try await session.restore()
    await session.answers.write(
      ListFactorsResult(factors: [], recoveryCodesLeft: 0), to: ListFactorsRequest(), at: Date(), of: 0)
    let read = Task { try await session.read(ListFactorsRequest()) }
    while await transport.requests.isEmpty { await Task.yield() }
    let call = Task { try await session.call(ListFactorsRequest()) }
    // Nothing outside shows that the call waits for the refresh.
    try await Task.sleep(for: .milliseconds(20))
    isWaiting.withLock { $0 = false }
    #expect(try await !read.value.isCurrent)
    _ = try await call.value
    let keys = await transport.requests(to: "/v/refresh-session").map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] == keys[1])
  }
}
