// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain
@testable import Runtime

// Serialised: the laws cache files.
@Suite("Properties", .serialized) struct FuzzTests {
  @Test("The properties hold for every seed and every finding", arguments: Target.allCases)
  func replay(_ target: Target) throws {
    let inputs = try target.seeds() + target.findings()
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      do { try target.check(bytes) } catch { Issue.record("\(target.rawValue)/\(name): \(error)") }
    }
  }

  @Test func `a provider's token is refused if any bit is changed`() throws {
    let token = try #require(IDTokenLaws.genuine.sorted().first)
    #expect(try IDTokenLaws.identity(token) != nil)
    for bit in 0..<token.utf8.count * 8 { try IDTokenLaws.refuse(token, changedAt: bit) }
  }

  @Test func `every function is tested with the properties`() throws {
    let named = try Repository.json("functions.json")["functions"]?.members?.pairs.map(\.name) ?? []
    #expect(EventLaws.functions.keys.sorted() == named.sorted())
  }
}
