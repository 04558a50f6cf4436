// SPDX-License-Identifier: Apache-2.0

import Domain

/// What the browser says about a ceremony (WebAuthn, section 5.8.1).
struct ClientData: Sendable {
  /// What the person does.
  enum Ceremony: String {
    case registration = "webauthn.create"
    case authentication = "webauthn.get"
  }

  private let members: JSON.Members

  /// - Throws: `clientDataNotJSON`. Members that are repeated are refused too; unknown ones are allowed.
  init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    guard let members = try? JSON(parsing: bytes, maximumDepth: 8).members else { throw .clientDataNotJSON }
    self.members = members
  }

  /// - Throws: `otherChallenge` if there is none.
  func challenge() throws(WebAuthnRefusal) -> [UInt8] {
    guard let bytes = members["challenge"]?.string.flatMap({ bytes(base64: $0) }) else { throw .otherChallenge }
    return bytes
  }

  /// Sections 7.1 and 7.2, from the type to the top origin. The challenge is compared in constant time.
  /// - Throws: `otherType`, `otherChallenge`, `otherOrigin`, `crossOrigin`, or `topOrigin`.
  func verify(
    _ ceremony: Ceremony, challenge: [UInt8], origins: [String]
  ) throws(WebAuthnRefusal) {
    guard let type = members["type"]?.string, type.utf8.elementsEqual(ceremony.rawValue.utf8) else { throw .otherType }
    guard let answered = members["challenge"]?.string, !challenge.isEmpty,
      constantTimeEqual(answered, challenge.base64URL)
    else { throw .otherChallenge }
    guard let origin = members["origin"]?.string, origins.contains(where: { $0.utf8.elementsEqual(origin.utf8) }) else {
      throw .otherOrigin
    }
    guard members["crossOrigin"] == nil || members["crossOrigin"] == false else { throw .crossOrigin }
    guard members["topOrigin"] == nil else { throw .topOrigin }
  }
}
