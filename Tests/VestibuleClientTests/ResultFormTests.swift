// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

/// What an app that has no model does with results of several forms: everything here is public.
@MainActor @Suite struct ResultFormTests {
  private let account = AuthModelTests.account()
  private let tokens = Tokens(accessToken: "a", accessTokenExpiresAt: AuthModelTests.time, refreshToken: "r")
  private let factor = Factor(id: "f", type: .totp, createdAt: AuthModelTests.time)

  @Test func `whoever is signed in is known with the state of the account`() throws {
    let person = SignedIn(account: account, session: tokens, state: .incomplete, missing: [.birthDate], invitations: [])
    let known = KnownAccount(account: account, state: .incomplete, missing: [.birthDate], date: AuthModelTests.time)
    #expect(person.known(at: AuthModelTests.time) == known)
    #expect(known.isCurrent && AuthState(known) == .incomplete(known))
    #expect(try read(SignInResult.self, text(of: person)) == .signedIn(person))
  }

  @Test func `a challenge is read as one, and written with its state`() throws {
    let challenge = FactorChallenge(challenge: "c", factors: [factor])
    let written = try text(of: AcceptInvitationResult.challenged(challenge))
    #expect(written.contains(#""state":"factorRequired""#) && challenge.id == "c")
    #expect(try read(RestoreAccountResult.self, written) == .challenged(challenge))
  }

  @Test func `an answer of neither form is not one of this server`() async {
    let transport = StubTransport { _, _ in .granted(#"{"state":"signedIn","missing":[]}"#) }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(RestoreAccountRequest.code("c"))
    }
    if case .unintelligible(status: 200, _) = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test func `a form of one member is that member`() throws {
    #expect(try read(DeleteAccountResult.self, #"{"deleted":"1"}"#) == .deleted("1"))
    #expect(try text(of: DeleteAccountResult.deleted("1")) == #"{"deleted":"1"}"#)
    let unsent = #"{"message":"M","status":"unsent","suggestion":"kim@gmail.com"}"#
    guard case .many(let entries) = try read(SendInvitationResult.self, #"{"results":[\#(unsent)]}"#),
      case .unsent(let found)? = entries.first
    else {
      Issue.record("it is no list")
      return
    }
    #expect(found.suggestion == "kim@gmail.com")
    #expect(try text(of: SendInvitationResult.many(entries)) == #"{"results":[\#(unsent)]}"#)
  }

  @Test func `a missing field of the app has its name`() throws {
    let missing = try read([MissingField].self, #"["birthDate","profile/classYear","ofTomorrow"]"#)
    #expect(missing == [.birthDate, .profile("classYear"), .other("ofTomorrow")])
    #expect(missing.map(\.profileField) == [nil, "classYear", nil])
    #expect(try text(of: missing).contains("classYear"))
  }

  @Test func `a state that this version does not know is for the server to refuse`() {
    let known = KnownAccount(account: account, state: .other("ofTomorrow"))
    #expect(AuthState(known) == .signedIn(known))
  }
}

/// A model for previews and for tests of screens.
@MainActor @Suite struct PreviewTests {
  @Test func `it shows what it is given`() throws {
    let known = KnownAccount(account: AuthModelTests.account())
    let link = InvitationLink(code: "7K3M-Q9XA")
    let configuration = try Server("psst").configuration
    let model = AuthModel.preview(.signedIn(known), invitation: link, configuration: configuration, message: "M")
    #expect(model.state == .signedIn(known) && model.invitation == link && model.message == "M")
    #expect(model.configuration == configuration && !model.isBusy)
  }

  @Test func `its actions reach no server, and say so`() async {
    let model = AuthModel.preview(.signedOut)
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.state == .signedOut && !model.isBusy)
    if case .unreachable = model.failure {} else { Issue.record("\(String(describing: model.failure))") }
  }

  @Test func `a failed dialog of a provider has a text, and is not a cancellation`() {
    let model = AuthModel.preview(.challenged(FactorChallenge(challenge: "c", factors: [])))
    model.failSignIn(.provider("ASAuthorizationError 1000"))
    #expect(model.state == .signedOut && model.failure == .provider("ASAuthorizationError 1000"))
    #expect(model.message?.isEmpty == false)
    model.cancelSignIn()
    #expect(model.failure == .signInCancelled)
  }
}
