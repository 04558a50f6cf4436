// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// What the screens of the five apps show, without drawing them.
@MainActor @Suite struct ScreenTests {
  @Test(arguments: [
    ("pfa", ["apple", "google"], false), ("statlocker", ["apple", "google"], true), ("psst", [], true),
    ("manajet", ["apple"], true), ("ddride", [], true),
  ])
  func `the sign-in screen has the buttons and the form of the policy`(
    app: String, providers: [String], hasPassword: Bool
  ) throws {
    let signIn = try Server(app, audience: "com.example.app").configuration.signIn
    #expect(signIn.providers.map(\.name) == providers && (signIn.password != nil) == hasPassword)
    #expect(signIn.providers.allSatisfy { $0.clientIDs == ["com.example.app"] })
  }

  @Test func `a person chooses a role first, and without one the form has the server's words`() throws {
    var form = SignUpForm(try Server("psst").configuration)
    (form.email, form.password, form.displayName) = ("kim@example.com", "correct horse", "Kim")
    #expect(form.roles == ["trainer", "client"] && form.role == nil)
    #expect(form.problems().map(\.userMessage) == ["Please select your role"])
    form.role = "trainer"
    #expect(form.problems().isEmpty && form.request.role == "trainer")
    form.displayName = ""
    #expect(form.problem(of: "/displayName")?.userMessage == "Display name is required")
    form.displayName = "  "
    #expect(form.problem(of: "/displayName")?.userMessage == "Display name cannot be empty")
    // Where there is only one role, nobody is asked.
    #expect(SignUpForm(try Server("ddride").configuration).role == "member")
  }

  @Test func `the role of the account says whether an inviter's tabs are shown or an invitee's`() async throws {
    for role in ["admin", "client"] as [Role] {
      let configuration = try Server("pfa").configuration
      var account = AuthModelTests.account()
      account.role = role
      let answer = SignInResult.signedIn(
        SignedIn(
          account: account, session: TokenServer.tokens(1, expiresIn: 3600), state: .signedIn, missing: [],
          invitations: []))
      let model = AuthModel(
        Session(
          server: .stub(
            StubTransport { request, _ in
              request.url.lastPathComponent == "sign-in"
                ? try AuthModelTests.json(answer) : try AuthModelTests.json(configuration)
            }), store: MemoryTokenStore()))
      await model.start()
      await model.signIn(.password(email: "kim@example.com", password: "x"))
      #expect(model.state.account?.account.role == role)
      #expect(model.isInviter == (role == "admin"))
    }
  }

  @Test func `while a call runs the model is busy, and a second tap sends nothing`() async throws {
    let isAnswered = Mutex(false)
    let transport = StubTransport { request, _ in
      guard request.url.lastPathComponent == "sign-up" else { throw LostConnection() }
      while !isAnswered.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      return .refused("auth/email-already-in-use", 409)
    }
    var server = VestibuleServer.stub(transport)
    server.retries.attempts = 1
    let model = AuthModel(Session(server: server, store: MemoryTokenStore()))
    await model.start()
    let request = SignUpRequest(email: "kim@example.com", password: "x", role: "client")
    let first = Task { await model.signUp(request) }
    while await transport.requests(to: "/v/sign-up").isEmpty { await Task.yield() }
    #expect(model.isBusy)
    await model.signUp(request)
    #expect(model.isBusy && model.message == nil)
    isAnswered.withLock { $0 = true }
    await first.value
    #expect(!model.isBusy && model.message == "M")
    #expect(await transport.requests(to: "/v/sign-up").count == 1)
  }

  @Test func `a second tap on what completes an account sends nothing either`() async throws {
    let isAnswered = Mutex(false)
    let transport = StubTransport { request, _ in
      guard request.url.lastPathComponent == "complete-account" else { throw LostConnection() }
      while !isAnswered.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      return .refused("account/already-complete", 409)
    }
    var server = VestibuleServer.stub(transport)
    server.retries.attempts = 1
    let store = MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600)))
    let model = AuthModel(Session(server: server, store: store))
    let first = Task { await model.complete(CompleteAccountRequest(phone: "+15551234567")) }
    while await transport.requests(to: "/v/complete-account").isEmpty { await Task.yield() }
    await model.complete(CompleteAccountRequest(phone: "+15551234567"))
    isAnswered.withLock { $0 = true }
    await first.value
    #expect(await transport.requests(to: "/v/complete-account").count == 1)
  }

  @Test func `the request of Apple's sign-in has the fields of the app`() throws {
    let request = SignInWithAppleRequest(
      identityToken: "eyJ", userIdentifier: "000123.abc", email: "kim@privaterelay.appleid.com",
      fullName: SignInWithAppleRequest.FullName(givenName: "Kim", familyName: "Doe"))
    let json = try text(of: request)
    let expected =
      #"{"email":"kim@privaterelay.appleid.com","full_name":{"family_name":"Doe","given_name":"Kim"},"#
      + #""identity_token":"eyJ","user_identifier":"000123.abc"}"#
    #expect(json == expected)
    #expect(
      SignInWithAppleRequest.function.path == "/api/auth/apple" && SignInWithAppleRequest.function.method == .post)
  }
}
