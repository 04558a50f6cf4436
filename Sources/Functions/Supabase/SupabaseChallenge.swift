// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A challenge of an authenticator app. Its id contains its end and a MAC of factor and end, so nothing is stored for
/// it.
struct SupabaseChallenge {
  let factorID: String
  let endsAt: Timestamp

  static let lifetime = Duration.minutes(5)

  /// The id: a UUID (RFC 9562, version 8), which begins with the milliseconds of the end.
  func id(_ environment: Environment) throws(Problem) -> String {
    guard let id = try ids(environment).first else { throw .bug("there is no key") }
    return id
  }

  /// The ids by the present key and by the previous one.
  private func ids(_ environment: Environment) throws(Problem) -> [String] {
    let end = (0..<6).map { UInt8(truncatingIfNeeded: endsAt.milliseconds >> (40 - 8 * $0)) }
    let text = "challenge\n\(factorID)\n\(endsAt.milliseconds)"
    return try environment.secret.fingerprints(Array(text.utf8), for: .supabaseLinks).map {
      SupabaseUser.uuid(of: end + (bytes(base64: $0) ?? []).prefix(10))
    }
  }

  /// - Throws: `auth/code-expired` for an id that is not one of the factor, or whose time is over.
  static func require(_ id: String, of factor: Factor, _ environment: Environment) throws(Problem) {
    let id = id.lowercased()
    let end = Int(id.filter { $0 != "-" }.prefix(12), radix: 16) ?? 0
    let challenge = SupabaseChallenge(factorID: factor.id, endsAt: Timestamp(milliseconds: end))
    guard environment.now < challenge.endsAt,
      try challenge.ids(environment).contains(where: { constantTimeEqual($0, id) })
    else {
      throw Problem(.codeExpired, "the challenge is unknown, or it has expired")
    }
  }
}
