// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("The interface of Supabase") struct SupabaseTests {
  private func request(_ path: String, _ environment: Environment) throws -> SupabaseRequest {
    let event = try SupabaseAuth.event(from: Fields(["method": "GET", "path": .string(path)]))
    return SupabaseRequest(event, .fixture("supabase-auth"), environment, parameter: nil)
  }

  @Test func `a list of users leaves out an account that was deleted after the list was read`() throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("kim"))
      try transaction.accounts.insert(.fixture("lee", email: "lee@example.com"))
    }
    let users = try request("admin/users", .test(store: store)).seen(["kim", "deleted", "lee"])
    #expect(users.map { $0["id"] } == ["kim", "lee"])
  }

  @Test func `the settings have no provider without audiences, as the configuration of apps`() throws {
    let policy = Policy.fixture([
      "providers": [
        "google": ["audiences": []], "apple": ["audiences": ["io.example.app"]],
        "acme": ["issuer": "https://id.acme.example"],
      ]
    ])
    let external = try #require(try request("settings", .test(policy: policy)).settings().body?["external"])
    #expect(external["apple"] == true && external["google"] == false && external["acme"] == nil)
    #expect(policy.enabledProviders.map(\.name) == ["apple"])
  }
}
