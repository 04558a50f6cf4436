// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// An HTTP request that somebody else's service sent, as a runner hands it on: `headers` and `body`, and
/// `isBase64Encoded` where the body is.
public struct WebhookRequest {
  /// An object of texts.
  public let headers: JSON
  /// The bytes that may be signed.
  public let body: [UInt8]

  /// - Throws: `event/invalid` for a body that is not what it says.
  init(_ event: JSON) throws(Problem) {
    headers = event["headers"] ?? [:]
    body = try event.content("body")
  }

  /// The value of a header, its name in any case.
  public func header(_ name: String) -> String? {
    headers.members?.pairs.first { $0.name.lowercased() == name }?.value.string
  }

  func json() throws(Problem) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw Problem(.eventInvalid, "/body: is not JSON: \(error.reason), at byte \(error.offset)")
    }
  }
}

extension JSON {
  /// The bytes of a text member, which are in base64 where `isBase64Encoded` says so.
  func content(_ name: String) throws(Problem) -> [UInt8] {
    let text = self[name]?.string ?? ""
    guard self["isBase64Encoded"] == true else { return Array(text.utf8) }
    guard let bytes = bytes(base64: text) else { throw Problem(.eventInvalid, "/\(name): is not base64") }
    return bytes
  }
}
