// SPDX-License-Identifier: Apache-2.0

import Domain

extension Target {
  typealias Input = (name: String, bytes: [UInt8])

  /// Seeds: the target's folder and matching repository files.
  func seeds() throws -> [Input] { try Self.files("Tests/Fuzz/seeds/\(rawValue)") + derived() }

  /// Earlier findings.
  func findings() throws -> [Input] { try Self.files("Tests/Fuzz/findings/\(rawValue)") }

  private static func files(_ folder: String) throws -> [Input] {
    try Repository.names(in: folder).map { ($0, try Repository.bytes("\(folder)/\($0)")) }
  }

  private func derived() throws -> [Input] {
    switch self {
    case .events: try Self.fixtures()
    case .policies: try Self.files("templates/policies")
    case .mailTemplates: try Self.mailTemplates()
    case .mailEvents, .addresses, .phoneNumbers, .idTokens, .passkeys: []
    }
  }

  /// The events of the end-to-end tests.
  private static func fixtures() throws -> [Input] {
    let fixtures = try Repository.json("Tests/EndToEnd/fixtures.json").array ?? []
    return fixtures.enumerated().compactMap { index, fixture in
      guard let function = fixture["function"]?.string, let event = fixture["event"] else { return nil }
      return ("fixture-\(index)", Array("\(function)\n".utf8) + filled(event).line)
    }
  }

  /// Replaces named identities by a token.
  private static func filled(_ event: JSON) -> JSON {
    guard case .object(let members) = event else { return event }
    return .object(
      JSON.Members(
        members.pairs.map { name, value in
          (name, name == "identity" ? ["provider": "google", "idToken": "e30.e30.AA"] : filled(value))
        }))
  }

  /// Every mail template of the repository, and an empty one per kind.
  private static func mailTemplates() throws -> [Input] {
    var seeds: [Input] = []
    for kind in Repository.names(in: "templates/mail") where !kind.contains(".") {
      let head = Array(#"{"kind":"\#(kind)"}"#.utf8) + [0x0A]
      seeds.append((kind, head))
      guard let structure = try? Repository.bytes("templates/mail/\(kind)/structure.mustache") else { continue }
      seeds.append(("\(kind)-structure", head + structure))
    }
    return seeds
  }
}
