// SPDX-License-Identifier: Apache-2.0

import CBundled
import Domain

extension Settings {
  /// The policy of `POLICY_FILE`, or the built-in one.
  /// - Throws: `service/misconfigured` with the JSON pointers of the invalid values.
  package func policy() throws(Problem) -> Policy {
    let json: JSON
    if let path = try self["POLICY_FILE"] {
      let content: [UInt8]
      do { content = try readFile(path) } catch {
        throw error.problem("POLICY_FILE", "\(path) does not exist or cannot be read")
      }
      do { json = try JSON(parsing: content) } catch {
        throw .misconfigured("POLICY_FILE", "\(path) is not JSON: \(error.reason), at byte \(error.offset)")
      }
    } else {
      guard let builtIn = Catalogue.json(bundled_policy()) else { throw .bug("the built-in policy is not JSON") }
      json = builtIn
    }
    let (normal, fields) = Catalogue.schema(["$ref": "#/$defs/policy"]).normalise(json)
    guard fields.isEmpty else {
      let places = fields.map { "\($0.pointer.isEmpty ? "the policy" : $0.pointer) \($0.detail)" }
      throw .misconfigured("POLICY_FILE", places.joined(separator: "; "))
    }
    let policy = try Policy(normal)
    try checkBotCheck(policy.botCheck?.functions ?? [])
    try checkURLs(of: normal["providers"]?.members?.pairs ?? [])
    return policy
  }

  /// Refuses URLs of providers whose requests and answers others could read or change.
  private func checkURLs(of providers: [(name: String, value: JSON)]) throws(Problem) {
    for (name, settings) in providers {
      for key in ["jwksURL", "authorizationURL", "tokenURL"] {
        guard let url = settings[key]?.string, !isConfidential(url, allowsInsecure: try flag("ALLOW_INSECURE")) else {
          continue
        }
        throw .notConfidential(url, at: "/providers/\(name)/\(key)")
      }
    }
  }

  /// Refuses functions that the check for bots cannot protect: a signed-in caller needs no token, and a browser that
  /// opens a page cannot send one.
  private func checkBotCheck(_ functions: [String]) throws(Problem) {
    for (index, name) in functions.enumerated() {
      guard let entry = Catalogue.entryIfKnown(of: name), entry["access"] == "public", entry["produces"] == nil else {
        throw .misconfigured(
          "POLICY_FILE", "/botCheck/functions/\(index) should be a public function that is not a page")
      }
    }
  }
}
