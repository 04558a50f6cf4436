// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A device that was not unlocked since it started: the stored tokens cannot be read yet.
@MainActor @Suite struct LockedStoreTests {
  private let store = LockedStore()

  private func started(pause: Duration = .seconds(60)) async throws -> (AuthModel, StubTransport) {
    let configuration = try Server("statlocker").configuration
    let transport = StubTransport { request, _ in
      switch request.url.lastPathComponent {
      case "app-configuration": try AuthModelTests.json(configuration)
      case "sign-out": .granted(#"{"ended":1}"#)
      case "sign-in": .refused("auth/invalid-credential", 401)
      default:
        try AuthModelTests.json(
          GetAccountResult(
            account: AuthModelTests.account(), state: .signedIn, missing: [], invitations: [], clients: [],
            providers: [], identities: [], updatedAt: AuthModelTests.time))
      }
    }
    let model = AuthModel(Session(server: .stub(transport), store: store))
    model.firstPause = pause
    await model.start()
    return (model, transport)
  }

  private func isUnread(_ model: AuthModel) -> Bool {
    model.state == .loading
      && model.failure == .storage("the tokens cannot be read: VestibuleClientTests.LostConnection 1")
  }

  @Test(.timeLimit(.minutes(1)))
  func `the model waits until the tokens can be read, and reads them by itself`() async throws {
    let (model, _) = try await started(pause: .milliseconds(5))
    #expect(isUnread(model))
    store.isLocked = false
    for await state in model.states { if state.account?.isCurrent == true { break } }
    #expect(model.state.account?.account.displayName == "Kim" && model.failure == nil && model.configuration != nil)
  }

  @Test func `what the person does reads again, and a failure does not mean signed out`() async throws {
    let (model, _) = try await started()
    await model.refresh()
    #expect(isUnread(model))
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.state == .loading && model.failure?.code == .authInvalidCredential)
    store.isLocked = false
    await model.refresh()
    #expect(model.state.account?.isCurrent == true && model.failure == nil)
  }

  @Test func `a second start reads again`() async throws {
    let (model, _) = try await started()
    store.isLocked = false
    await model.start()
    #expect(model.state.account?.account.displayName == "Kim" && model.failure == nil)
  }

  @Test func `signing out removes nothing that the server was not told of`() async throws {
    let (model, transport) = try await started()
    await model.signOut()
    #expect(isUnread(model) && store.hasTokens)
    store.isLocked = false
    await model.signOut()
    #expect(model.state == .signedOut && !store.hasTokens)
    #expect(await transport.requests(to: "/v/sign-out").count == 1)
  }

  @Test func `a file that is no session is none`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let session = Session(server: .stub(StubTransport { _, _ in throw LostConnection() }), store: FileTokenStore(url))
    #expect(try await !session.restore())
  }
}

/// A store that can be read and written only after it was unlocked.
private final class LockedStore: TokenStore {
  private let state = Mutex(
    (isLocked: true, session: StoredSession?.some(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600)))))
  var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }
  var hasTokens: Bool { state.withLock { $0.session != nil } }

  func read() throws -> StoredSession? {
    try state.withLock {
      if $0.isLocked { throw LostConnection() }
      return $0.session
    }
  }

  func write(_ session: StoredSession?) {
    state.withLock { $0.session = session }
  }
}
