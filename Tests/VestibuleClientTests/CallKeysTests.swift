// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VestibuleClient

@Suite struct CallKeysTests {
  private let verify = VerifyEmailRequest.code("K7QW2MZ4")
  private let other = SignOutRequest()

  @Test func `an unanswered call keeps its key, also when another function is called in between`() {
    var keys = CallKeys()
    let first = keys.key(of: verify)
    keys.answered(keys.key(of: other))
    #expect(keys.key(of: verify) == first)
  }

  @Test func `a call with other data, and one that was answered, has another key`() {
    var keys = CallKeys()
    let first = keys.key(of: verify)
    #expect(keys.key(of: VerifyEmailRequest.code("AAAA2222")) != first)
    let second = keys.key(of: verify)
    #expect(second != first, "only the last call of a function is repeated")
    keys.answered(second)
    #expect(keys.key(of: verify) != second)
  }
}
