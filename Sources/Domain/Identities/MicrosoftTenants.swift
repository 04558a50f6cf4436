// SPDX-License-Identifier: Apache-2.0

/// The users of Microsoft who may sign in. Microsoft has an issuer for each tenant, an organisation with its own users
/// (learn.microsoft.com/entra/identity-platform/id-token-claims-reference).
package struct MicrosoftTenants: Equatable, Sendable {
  /// `common` (everybody), `organizations`, `consumers`, or ids of tenants.
  private let names: [String]

  private static let base = "https://login.microsoftonline.com/"
  /// The tenant of all private accounts.
  private static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

  /// - Returns: nil if a name is neither one of those words nor an id.
  package init?(_ names: [String]) {
    let names = names.map { $0.lowercased() }
    guard !names.isEmpty, names.allSatisfy({ ["common", "organizations", "consumers"].contains($0) || Self.isID($0) })
    else { return nil }
    self.names = names
  }

  /// The issuer whose discovery document names the keys and endpoints for these tenants.
  package var discoveryIssuer: String { "\(Self.base)\(names.count == 1 ? names[0] : "common")/v2.0" }

  /// Whether an ID token with these claims is of a user of the tenants. The issuer and the claim `tid` name the same
  /// one.
  package func accept(issuer: String, tenant claimed: String?) -> Bool {
    guard let tenant = Self.tenant(of: issuer), claimed == nil || claimed == tenant else { return false }
    return names.contains { name in
      switch name {
      case "common": true
      case "organizations": tenant != Self.consumers
      case "consumers": tenant == Self.consumers
      default: tenant == name
      }
    }
  }

  /// Whether a discovery document has the issuer that is expected. For several tenants it has a placeholder.
  package func accept(discovered issuer: String) -> Bool {
    issuer == "\(Self.base){tenantid}/v2.0" || accept(issuer: issuer, tenant: nil)
  }

  /// Whether the issuer is Microsoft's. Its tokens contain addresses that the owner of a tenant may have made up.
  package static func isMicrosoft(_ issuer: String) -> Bool { tenant(of: issuer) != nil }

  private static func tenant(of issuer: String) -> String? {
    guard issuer.hasPrefix(base), issuer.hasSuffix("/v2.0") else { return nil }
    let tenant = String(issuer.dropFirst(base.count).dropLast("/v2.0".count))
    return isID(tenant) ? tenant : nil
  }

  /// Whether a text is a UUID in lower case (RFC 9562, section 4).
  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { index, byte in
        if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
        return switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
