// SPDX-License-Identifier: Apache-2.0

import Configuration

@testable import Domain

/// A policy file.
enum PolicyLaws {
  static func check(_ input: [UInt8]) throws {
    guard let json = try? JSON(parsing: input) else { return }
    let read: (policy: Policy, normal: JSON)?
    do throws(Problem) { read = try policy(json) } catch {
      return try hold("an invalid policy is misconfigured: \(error)", error.code == .misconfigured)
    }
    guard let (policy, normal) = read else { return }
    let again = try? self.policy(try JSON(parsing: normal.line))
    try hold("a policy that is accepted is accepted again from its own text", again != nil)
    try hold("normalising twice changes nothing", again?.normal.line == normal.line)
    try check(policy)
  }

  /// A policy with its normal form; nil for one that breaks its schema.
  static func policy(_ json: JSON) throws(Problem) -> (policy: Policy, normal: JSON)? {
    let (normal, fields) = schema.normalise(json)
    return fields.isEmpty ? (try Policy(normal), normal) : nil
  }

  private static func check(_ policy: Policy) throws {
    for provider in policy.providers.values {
      try hold("a provider has issuers", !provider.issuers.isEmpty && !provider.issuers.contains(""))
    }
    for name in Limit.Name.allCases {
      let limit = policy.limit(name)
      // A maximum of 0 is valid: it refuses every attempt.
      try hold("the limit \(name) has a maximum and a window", limit.max >= 0 && limit.window > .zero)
    }
    try hold("sessions have a lifetime", policy.session.access > .zero && policy.session.idle > .zero)
    for number in ["030 901820", "+49 30 901820", "(555) 123-4567"] {
      guard let kept = policy.profile.phoneNumber(number) else { continue }
      try hold("a number is kept as E.164: \(kept)", PhoneNumber(kept, callingCode: "49")?.text == kept)
    }
    _ = try policy.password?.violations(of: "correct horse", at: "/password") { (_) throws(Problem) in false }
    for value in [.null, true, 5, "a", [1, "a"], ["a": 1]] as [JSON] {
      let names = policy.profile.fields.members?.pairs.map(\.name) ?? []
      let profile = JSON.object(JSON.Members(names.map { ($0, value) }))
      let (normal, bad) = policy.profile.normalise(profile, at: "/profile")
      guard bad.isEmpty else { continue }
      let again = policy.profile.normalise(normal, at: "/profile")
      try hold("normalising an accepted profile changes nothing", again.fields.isEmpty && again.value == normal)
    }
  }

  nonisolated(unsafe) private static let schema: Schema = {
    var definitions: [String: JSON] = [:]
    return Schema(["$ref": "#/$defs/policy"]) { name in
      if definitions[name] == nil { definitions[name] = Catalogue.definition(name) }
      return definitions[name]
    }
  }()
}
