// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

/// What an app that has no model does with the results of sign-ins: everything here is public.
@MainActor @Suite struct SignInOutcomeTests {
  private let account = AuthModelTests.account()
  private let tokens = Tokens(accessToken: "a", accessTokenExpiresAt: AuthModelTests.time, refreshToken: "r")

  @Test func `a result with an account has the account, its state and the tokens`() throws {
    let result = SignInResult(
      state: .incomplete, missing: ["birthDate"], account: account, session: tokens, invitations: [])
    let known = KnownAccount(
      account: account, state: .incomplete, missing: ["birthDate"], date: AuthModelTests.time)
    #expect(try result.outcome(at: AuthModelTests.time) == .account(known, tokens))
    #expect(known.isCurrent && AuthState(known) == .incomplete(known))
  }

  @Test func `a result with a challenge has no session yet`() throws {
    let factor = Factor(id: "f", type: .totp, createdAt: AuthModelTests.time)
    let result = AcceptInvitationResult(state: .factorRequired, missing: [], challenge: "c", factors: [factor])
    #expect(try result.outcome() == .challenged(FactorChallenge(challenge: "c", factors: [factor])))
  }

  @Test func `an acceptance by somebody who is signed in gives no other session`() throws {
    let result = AcceptInvitationResult(state: .signedIn, missing: [], account: account)
    #expect(
      try result.outcome(at: AuthModelTests.time)
        == .account(KnownAccount(account: account, date: AuthModelTests.time), nil))
  }

  @Test func `a result with neither is not one of this server`() {
    let result = RestoreAccountResult(state: .signedIn, missing: [])
    #expect {
      try result.outcome()
    } throws: { error in
      if case VestibuleError.unintelligible(status: 200, _) = error { true } else { false }
    }
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
    #expect(model.failure == .cancelled)
  }
}
