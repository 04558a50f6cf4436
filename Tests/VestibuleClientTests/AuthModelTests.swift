// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

@MainActor @Suite struct AuthModelTests {
  nonisolated static let time = Date(timeIntervalSince1970: 1_795_000_000)

  nonisolated static func account(_ email: String = "kim@example.com") -> Account {
    Account(
      id: "1", emailVerified: true, displayName: "Kim", role: "client", status: .active, profile: [:],
      consent: Account.Consent(guardian: .notNeeded), createdAt: time, email: email)
  }

  nonisolated static func json(_ value: some Encodable) throws -> TransportResponse {
    TransportResponse(status: 200, body: try JSONEncoder.vestibule().encode(value))
  }

  nonisolated static func signedIn(_ state: AccountState, missing: [MissingField] = []) throws -> TransportResponse {
    try json(
      SignInResult.signedIn(
        SignedIn(
          account: account(),
          session: Tokens(accessToken: "a", accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r"),
          state: state, missing: missing, invitations: [])))
  }

  func model(
    _ answers: [String: @Sendable () throws -> TransportResponse], store: MemoryTokenStore = MemoryTokenStore()
  ) throws -> (AuthModel, StubTransport) {
    let configuration = try Server("statlocker").configuration
    let transport = StubTransport { request, _ in
      let name = request.url.lastPathComponent
      if name == "app-configuration" { return try Self.json(configuration) }
      return try answers[name]?() ?? { throw LostConnection() }()
    }
    var server = VestibuleServer.stub(transport)
    server.language = "en"
    return (AuthModel(Session(server: server, store: store), now: { Self.time }), transport)
  }

  @Test func `without a session it is signed out, and knows the rules`() async throws {
    let (model, _) = try model([:])
    #expect(model.state == .loading)
    await model.start()
    #expect(model.state == .signedOut && model.message == nil && model.configuration?.app.name == "StatLocker")
  }

  @Test(arguments: [
    (AccountState.emailNotVerified, []), (.incomplete, [MissingField.birthDate]), (.guardianPending, []),
    (.factorRequired, []),
    (.signedIn, []),
  ])
  func `each state of an account has its own screen`(state: AccountState, missing: [MissingField]) async throws {
    let (model, _) = try model(["sign-in": { try Self.signedIn(state, missing: missing) }])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    let known = try #require(model.state.account)
    #expect(known.account.displayName == "Kim" && known.missing == missing && known.isCurrent)
    let expected: AuthState =
      switch state {
      case .emailNotVerified: .emailNotVerified(known)
      case .incomplete: .incomplete(known)
      case .guardianPending: .guardianPending(known)
      case .factorRequired: .factorRequired(known)
      default: .signedIn(known)
      }
    #expect(model.state == expected)
  }

  @Test func `a second factor is asked for before there is a session`() async throws {
    let challenge = SignInResult.challenged(
      FactorChallenge(challenge: "c", factors: [Factor(id: "f", type: .totp, createdAt: Self.time)]))
    let store = MemoryTokenStore()
    let (model, _) = try model(["sign-in": { try Self.json(challenge) }], store: store)
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    guard case .challenged(let shown) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    #expect(shown.challenge == "c" && shown.factors.map(\.type) == [.totp])
    #expect(await store.read() == nil)
  }

  @Test(arguments: [
    ("auth/code-expired", "c", true), ("auth/code-expired", "other", false), ("auth/code-invalid", "c", false),
  ])
  func `a challenge that is over leads back to the sign-in, and a wrong code does not`(
    code: String, challenge: String, isOver: Bool
  ) async throws {
    let challenged = SignInResult.challenged(
      FactorChallenge(challenge: "c", factors: [Factor(id: "f", type: .totp, createdAt: Self.time)]))
    let (model, _) = try model([
      "sign-in": { try Self.json(challenged) }, "answer-challenge": { .refused(code, 410) },
    ])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    await model.answer(.code("123456", challenge: challenge))
    #expect((model.state == .signedOut) == isOver)
    #expect(model.failure?.code == ErrorCode(rawValue: code) && model.message == "M" && !model.isBusy)
  }

  @Test func `the countdown of the verification mail`() async throws {
    let (model, transport) = try model([
      "sign-in": { try Self.signedIn(.emailNotVerified) }, "verify-email": { .granted(#"{"message":"Sent."}"#) },
    ])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.secondsUntilResend == 0)
    await model.resendVerification()
    #expect(model.secondsUntilResend == model.configuration?.limits.verifyEmailPause.seconds)
    await model.resendVerification()
    #expect(await transport.requests(to: "/v/verify-email").count == 1)
  }

  @Test(arguments: [(-20.0, 40), (-90, 0), (3600, 60)])
  func `after a restart the countdown continues from the last mail, and a wrong clock makes it no longer`(
    sent: TimeInterval, left: Int
  ) async throws {
    let answer = GetAccountResult(
      account: Self.account(), state: .emailNotVerified, missing: [], invitations: [], clients: [], providers: [],
      identities: [], updatedAt: Self.time, emailVerificationSentAt: Self.time.addingTimeInterval(sent))
    let (model, _) = try model(
      ["get-account": { try Self.json(answer) }],
      store: MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600))))
    await model.start()
    #expect(model.configuration?.limits.verifyEmailPause.seconds == 60)
    #expect(model.secondsUntilResend == left && (model.resendDate == nil) == (left == 0))
  }

  @Test func `the server's own wait counts`() async throws {
    let (model, _) = try model([
      "sign-in": { try Self.signedIn(.emailNotVerified) },
      "verify-email": { .refused("auth/too-many-requests", 429, #","retryAfter":125"#) },
    ])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    await model.resendVerification()
    #expect(model.secondsUntilResend == 125 && model.message == "M")
  }

  @Test func `a cancelled sign-in says so, and changes nothing`() async throws {
    let (model, transport) = try model([:])
    await model.start()
    model.cancelSignIn()
    #expect(model.state == .signedOut && model.message == "Sign-in was cancelled." && model.failure == .signInCancelled)
    #expect(await transport.requests.count == 1)
  }

  @Test func `a wrong password shows the server's words, and the state stays`() async throws {
    let (model, _) = try model(["sign-in": { .refused("auth/wrong-password", 401) }])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.state == .signedOut && model.message == "M" && !model.isBusy)
  }

  @Test func `without a connection the last account is shown with its age, and the app's words`() async throws {
    let isReachable = Mutex(true)
    let store = MemoryTokenStore(
      StoredSession(
        tokens: Tokens(accessToken: "a", accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r")))
    let answer = GetAccountResult(
      account: Self.account(), state: .signedIn, missing: [], invitations: [], clients: [], providers: [],
      identities: [], updatedAt: Self.time)
    let (model, _) = try model(
      [
        "get-account": {
          guard isReachable.withLock({ $0 }) else { throw LostConnection() }
          return try Self.json(answer)
        }
      ], store: store)
    await model.start()
    #expect(model.state.account?.isCurrent == true)
    isReachable.withLock { $0 = false }
    await model.refresh()
    #expect(model.state.account?.isCurrent == false && model.state.account?.account.displayName == "Kim")
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.message == "We couldn't connect. Check your internet and try again.")
  }

  @Test func `a session that ended elsewhere leads to the sign-in, with the reason`() async throws {
    let isRevoked = Mutex(false)
    let (model, _) = try model([
      "sign-in": { try Self.signedIn(.signedIn) },
      "get-account": {
        isRevoked.withLock { $0 = true }
        return .refused("auth/session-revoked", 401)
      },
    ])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    await model.refresh()
    #expect(model.state == .signedOut && model.message == "M" && isRevoked.withLock { $0 })
  }

  @Test func `an invitation's link waits until it is accepted`() async throws {
    let accepted = AcceptInvitationResult.accepted(
      AcceptInvitationResult.Accepted(
        account: Self.account(), workouts: [], isNewAccount: true, state: .signedIn, missing: [],
        session: Tokens(accessToken: "a", accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r")))
    let (model, _) = try model(["accept-invitation": { try Self.json(accepted) }])
    await model.start()
    #expect(await model.open(URL(string: "statlocker://invite?code=ABCDEFGHIJKLMNOP")!))
    #expect(await !model.open(URL(string: "other://invite?code=ABCDEFGHIJKLMNOP")!))
    #expect(model.invitation?.code == "ABCDEFGHIJKLMNOP")
    await model.accept(.identity(Identity(provider: "apple", idToken: "eyJ")))
    #expect(model.invitation == nil)
    guard case .signedIn = model.state else {
      Issue.record("\(model.state)")
      return
    }
    await model.signOut()
    #expect(model.state == .signedOut)
  }

  @Test func `who is signed in takes a link without another credential`() async throws {
    let accepted = AcceptInvitationResult.accepted(
      AcceptInvitationResult.Accepted(
        account: Self.account(), workouts: [], isNewAccount: false, state: .signedIn, missing: []))
    let account = GetAccountResult(
      account: Self.account(), state: .signedIn, missing: [], invitations: [], clients: [], providers: [],
      identities: [],
      updatedAt: Self.time)
    let (model, transport) = try model([
      "sign-in": { try Self.signedIn(.signedIn) }, "accept-invitation": { try Self.json(accepted) },
      "get-account": { try Self.json(account) },
    ])
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(await model.open(URL(string: "statlocker://invite?code=ABCDEFGHIJKLMNOP")!))
    await model.accept(.asSignedIn)
    let call = await transport.requests.last { $0.url.lastPathComponent == "accept-invitation" }
    #expect(call?.headers["Authorization"] == "Bearer a")
    #expect(model.invitation == nil && model.failure == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the rules are told when they have been read`() async throws {
    let (model, _) = try model([:])
    var states = model.states.makeAsyncIterator()
    #expect(await states.next() == .loading)
    Task { await model.readConfiguration() }
    #expect(await states.next() == .loading)
    #expect(model.configuration?.app.name == "StatLocker")
  }

  @Test func `every change is told to everybody who looks`() async throws {
    let (model, _) = try model(["sign-in": { try Self.signedIn(.signedIn) }])
    var states = model.states.makeAsyncIterator()
    #expect(await states.next() == .loading)
    await model.start()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    var seen: AuthState?
    while let state = await states.next() {
      seen = state
      if case .signedIn = state { break }
    }
    #expect(seen == model.state)
  }

  @Test(.timeLimit(.minutes(1)))
  func `who listens to a model or a session is told when it is released`() async throws {
    var model: AuthModel? = try model([:]).0
    await model?.start()
    let states = try #require(model?.states)
    let events = try #require(await model?.session.events())
    model = nil
    var last: AuthState?
    for await state in states { last = state }
    #expect(last == .signedOut)
    for await event in events { Issue.record("\(event)") }
  }
}
