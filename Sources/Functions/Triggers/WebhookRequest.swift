// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// An HTTP request of another service, as a runner passes it: `headers` and `body`, and `isBase64Encoded` if the body
/// is.
package struct WebhookRequest {
  /// An object of strings.
  package let headers: JSON
  /// The bytes that a signature covers.
  package let body: [UInt8]

  /// - Throws: `event/invalid` if the body is not valid base64.
  package init(_ event: JSON) throws(Problem) {
    headers = event["headers"] ?? [:]
    body = try event.content("body")
  }

  /// The value of a header.
  /// - Parameter name: the name in lower case.
  package func header(_ name: String) -> String? {
    headers.members?.pairs.first { $0.name.lowercased() == name }?.value.string
  }

  package func json() throws(Problem) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw Problem(.eventInvalid, "/body: is not JSON: \(error.reason), at byte \(error.offset)")
    }
  }
}

extension JSON {
  /// The bytes of a string member, decoded from base64 if `isBase64Encoded` is true.
  package func content(_ name: String) throws(Problem) -> [UInt8] {
    let text = self[name]?.string ?? ""
    guard self["isBase64Encoded"] == true else { return Array(text.utf8) }
    guard let bytes = bytes(base64: text) else { throw Problem(.eventInvalid, "/\(name): is not base64") }
    return bytes
  }
}
