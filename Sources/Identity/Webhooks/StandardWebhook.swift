// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// An HTTP request that is signed by Standard Webhooks (github.com/standard-webhooks, "Signature scheme"), or by
/// Svix, which uses the same scheme with other header names.
package struct StandardWebhook {
  private let headers: [String: String]
  private let body: [UInt8]

  /// The maximum clock difference and delivery time.
  private static let tolerance = Duration.minutes(5)

  /// - Parameter headers: an object of texts; names in any case.
  package init(headers: JSON, body: [UInt8]) {
    let pairs = headers.members?.pairs.compactMap { name, value in value.string.map { (name.lowercased(), $0) } } ?? []
    self.headers = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  /// Whether the request is recent and a signature matches a secret.
  ///
  /// Signatures are separated by spaces; Supabase adds a comma before the space.
  package func isSigned(with secrets: [[UInt8]], at now: Timestamp) -> Bool {
    let prefix = headers["webhook-id"] == nil ? "svix" : "webhook"
    guard let id = headers["\(prefix)-id"], let time = headers["\(prefix)-timestamp"], time.utf8.count <= 12,
      let seconds = Int(time),
      now.admits(seconds, past: Self.tolerance), let given = headers["\(prefix)-signature"]
    else { return false }
    let signatures = given.split(separator: " ").compactMap { part -> [UInt8]? in
      let entry = part.hasSuffix(",") ? part.dropLast() : part
      return entry.hasPrefix("v1,") ? bytes(base64: entry.dropFirst(3)) : nil
    }
    let signed = Array("\(id).\(time).".utf8) + body
    return secrets.contains { secret in
      let code = authenticationCode(of: signed, key: SymmetricKey(data: secret))
      return signatures.contains { constantTimeEqual($0, code) }
    }
  }

  /// The headers of a signed request.
  /// - Parameter id: the same for every attempt, so that a receiver can ignore duplicates.
  package static func headers(id: String, at now: Timestamp, body: [UInt8], secret: [UInt8]) -> [String] {
    let signed = Array("\(id).\(now.wholeSeconds).".utf8) + body
    let code = authenticationCode(of: signed, key: SymmetricKey(data: secret))
    return [
      "webhook-id: \(id)", "webhook-timestamp: \(now.wholeSeconds)", "webhook-signature: v1,\(code.base64Text)",
    ]
  }

  /// The variable with the secrets of hooks.
  package static let variable = "WEBHOOK_SECRET"

  /// The secrets of hooks, of which there are several during a change. Some senders separate them by bars.
  /// - Parameter values: those of `WEBHOOK_SECRET`.
  /// - Throws: `service/misconfigured`.
  package static func secrets(_ values: [String]) throws(Problem) -> [[UInt8]] {
    var secrets: [[UInt8]] = []
    for text in values.flatMap({ $0.split(separator: "|") }) {
      guard let secret = secret(String(text)) else {
        throw .misconfigured(variable, "should be v1,whsec_ and base64, as the sender displays it")
      }
      secrets.append(secret)
    }
    return secrets
  }

  /// Parses a secret as senders display it: `v1,whsec_` or `whsec_` before base64, or base64 alone.
  package static func secret(_ text: String) -> [UInt8]? {
    var rest = text[...]
    for prefix in ["v1,", "whsec_"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
    // The specification requires at least 24 bytes.
    return bytes(base64: rest).flatMap { $0.count >= 24 ? $0 : nil }
  }
}
