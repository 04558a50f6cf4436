// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// How long the invitation whose link opened the app is kept.
@MainActor @Suite struct KeptInvitationTests {
  private nonisolated static func challenge(_ request: TransportRequest) throws -> TransportResponse {
    let challenge = FactorChallenge(
      challenge: "c", factors: [Factor(id: "f", type: .totp, createdAt: AuthModelTests.time)])
    return request.url.lastPathComponent == "sign-in"
      ? try AuthModelTests.json(SignInResult.challenged(challenge))
      : try AuthModelTests.json(AcceptInvitationResult.challenged(challenge))
  }

  private nonisolated static func passed() throws -> TransportResponse {
    try AuthModelTests.json(
      AnswerChallengeResult(
        account: AuthModelTests.account(),
        session: Tokens(accessToken: "a", accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r"),
        state: .signedIn, missing: [], invitations: []))
  }

  private func model(
    store: any TokenStore = MemoryTokenStore(), _ handler: @escaping StubTransport.Handler
  ) async -> AuthModel {
    let model = AuthModel(Session(server: .stub(StubTransport(handler)), store: store))
    await model.open(URL(string: "https://app.example/invite?code=ABCDEFGHIJKLMNOP")!)
    return model
  }

  @Test func `an invitation is kept until the second factor has been passed`() async throws {
    let isRight = Mutex(true)
    let model = await model { request, _ in
      switch request.url.lastPathComponent {
      case "answer-challenge":
        isRight.withLock { $0 } ? try Self.passed() : .refused("auth/invalid-code", 400)
      case "sign-out": .granted(#"{"ended":1}"#)
      default: try Self.challenge(request)
      }
    }
    // The answer to another challenge accepts nothing.
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    await model.answer(.code("1", challenge: "c"))
    #expect(model.state.account != nil && model.invitation != nil)
    await model.signOut()

    isRight.withLock { $0 = false }
    await model.accept(.password("x", email: "kim@example.com"))
    #expect(model.invitation != nil && model.failure == nil)
    await model.answer(.code("0", challenge: "c"))
    #expect(model.invitation != nil && model.failure != nil)
    isRight.withLock { $0 = true }
    await model.answer(.code("1", challenge: "c"))
    #expect(model.state.account != nil && model.invitation == nil)
  }

  @Test(arguments: [
    ("invitation/expired", false), ("invitation/revoked", false), ("invitation/already-accepted", false),
    ("invitation/full", true), ("auth/weak-password", true),
  ])
  func `an invitation that has ended is dropped, and one that the person may still accept is kept`(
    code: String, isKept: Bool
  ) async throws {
    let model = await model { _, _ in .refused(code, 410) }
    await model.accept(.newPassword("secret password"))
    #expect((model.invitation != nil) == isKept && model.message == "M")
    #expect((await model.session.invitation() != nil) == isKept)
  }

  @Test func `the refusal of another invitation leaves the one of the link`() async throws {
    let model = await model { _, _ in .refused("invitation/expired", 410) }
    await model.accept(.newPassword("secret password", code: "QRSTUVWXYZ234567"))
    await model.accept(.waiting(invitationId: "i"))
    #expect(model.failure != nil && model.invitation?.code == "ABCDEFGHIJKLMNOP")
  }

  @Test func `who has accepted is signed in, also if the tokens cannot be stored`() async throws {
    let accepted = AcceptInvitationResult.accepted(
      AcceptInvitationResult.Accepted(
        account: AuthModelTests.account(), workouts: [], isNewAccount: true, state: .signedIn, missing: [],
        session: Tokens(accessToken: "a", accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r")))
    let model = await model(store: FullStore()) { _, _ in try AuthModelTests.json(accepted) }
    await model.accept(.newPassword("secret password"))
    #expect(model.state.account != nil && model.invitation == nil)
    #expect(model.failure == .storage("the tokens cannot be written: VestibuleClientTests.LostConnection 1"))
    #expect(await model.session.isSignedIn)
  }

  @Test func `a person dismisses an invitation`() async throws {
    let model = await model { _, _ in throw LostConnection() }
    await model.dismissInvitation()
    #expect(model.invitation == nil)
    #expect(await model.session.invitation() == nil)
  }

  @Test func `a store for secrets keeps the code, and no file has it`() async throws {
    let store = SecretStore()
    let model = await model(store: store) { _, _ in throw LostConnection() }
    #expect(store.readInvitation() == "ABCDEFGHIJKLMNOP")
    #expect(await model.session.answers.invitation() == nil)
    let next = AuthModel(Session(server: model.session.server, store: store))
    await next.start()
    #expect(next.invitation?.code == "ABCDEFGHIJKLMNOP")
    await next.dismissInvitation()
    #expect(store.readInvitation() == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the model is busy until the last of its calls has ended`() async throws {
    let isSlow = Mutex(true)
    let model = AuthModel(
      Session(
        server: .stub(
          StubTransport { request, _ in
            while request.url.lastPathComponent == "sign-in", isSlow.withLock({ $0 }) { await Task.yield() }
            return .refused("auth/wrong-password", 401)
          }), store: MemoryTokenStore()))
    let signIn = Task { await model.signIn(.password(email: "kim@example.com", password: "x")) }
    while !model.isBusy { await Task.yield() }
    await model.verifyEmail(code: "1")
    #expect(model.isBusy)
    isSlow.withLock { $0 = false }
    await signIn.value
    #expect(!model.isBusy)
  }
}

/// A store that keeps secrets, as the keychain does.
private final class SecretStore: InvitationStore {
  private let code = Mutex<String?>(nil)

  func read() -> StoredSession? { nil }
  func write(_ session: StoredSession?) {}
  func readInvitation() -> String? { code.withLock { $0 } }
  func writeInvitation(_ new: String?) { code.withLock { $0 = new } }
}

/// A store that is full.
private struct FullStore: TokenStore {
  func read() -> StoredSession? { nil }
  func write(_ session: StoredSession?) throws { throw LostConnection() }
}
