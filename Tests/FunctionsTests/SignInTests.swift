// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Which account an identity signs in to") struct SignInTests {
  @Test func `a person with an account signs in to it`() throws {
    let account = Account.fixture("a")
    #expect(
      try AccountMatch(bySubject: account).resolution(for: .fixture(), at: .t0)
        == .init(account: account, isNewAccount: false, isNewIdentity: false))
    #expect(
      try AccountMatch(byEmail: account).resolution(for: .fixture(), at: .t0)
        == .init(account: account, isNewAccount: false, isNewIdentity: true))
  }

  @Test func `an address that one side has not proven signs in to no other account`() throws {
    #expect(try AccountMatch(byEmail: .fixture("a")).resolution(for: .fixture(verified: false), at: .t0) == nil)
    #expect(try AccountMatch(byEmail: .fixture("a", verified: false)).resolution(for: .fixture(), at: .t0) == nil)
  }

  @Test func `a disabled account cannot be signed in to, and keeps its address`() {
    let disabled = AccountMatch(bySubject: .fixture("a", status: .disabled))
    #expect(code { _ = try disabled.resolution(for: .fixture(), at: .t0) } == .userDisabled)
    let closed = AccountMatch(byEmail: .fixture("a", verified: false, status: .disabled))
    #expect(code { _ = try closed.resolution(for: .fixture(), at: .t0) } == .userDisabled)
  }
}
