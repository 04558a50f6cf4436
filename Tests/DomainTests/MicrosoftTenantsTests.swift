// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

@Suite("Tenants of Microsoft")
struct MicrosoftTenantsTests {
  private static let company = "11111111-2222-3333-4444-55555555abcd"
  private static let other = "99999999-2222-3333-4444-55555555abcd"
  private static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

  private func issuer(_ tenant: String) -> String { "https://login.microsoftonline.com/\(tenant)/v2.0" }

  @Test(
    "a name accepts its tenants",
    arguments: [
      ("common", [company, other, consumers]), ("organizations", [company, other]), ("consumers", [consumers]),
      (company, [company]), (company.uppercased(), [company]),
    ])
  func names(_ name: String, _ accepted: [String]) throws {
    let tenants = try #require(MicrosoftTenants([name]))
    for tenant in [Self.company, Self.other, Self.consumers] {
      #expect(tenants.accept(issuer: issuer(tenant), tenant: tenant) == accepted.contains(tenant))
      #expect(tenants.accept(discovered: issuer(tenant)) == accepted.contains(tenant))
    }
    #expect(tenants.accept(discovered: issuer("{tenantid}")))
    #expect(tenants.discoveryIssuer == issuer(name.lowercased()))
  }

  @Test func `several tenants share the keys of common`() throws {
    let tenants = try #require(MicrosoftTenants([Self.company, "consumers"]))
    #expect(tenants.discoveryIssuer == issuer("common"))
    #expect(tenants.accept(issuer: issuer(Self.consumers), tenant: Self.consumers))
    #expect(!tenants.accept(issuer: issuer(Self.other), tenant: Self.other))
  }

  @Test func `the issuer has the form of Microsoft and names the tenant of the token`() throws {
    let tenants = try #require(MicrosoftTenants(["common"]))
    #expect(!tenants.accept(issuer: issuer(Self.company), tenant: Self.other))
    #expect(!tenants.accept(issuer: issuer(Self.company), tenant: ""))
    for wrong in [
      issuer("common"), issuer("{tenantid}"), issuer("x/../\(Self.company)"), issuer(""),
      "https://login.microsoftonline.com.evil.example/\(Self.company)/v2.0", "https://sts.windows.net/\(Self.company)/",
    ] {
      #expect(!tenants.accept(issuer: wrong, tenant: Self.company) && !MicrosoftTenants.isMicrosoft(wrong))
    }
  }

  @Test(arguments: [[], ["contoso.com"], ["common", "x"], [""], [String(repeating: "1", count: 36)]])
  func `other names are no tenants`(_ names: [String]) {
    #expect(MicrosoftTenants(names) == nil)
  }
}
