// SPDX-License-Identifier: Apache-2.0

import Domain

/// A credential as browsers send it: `PublicKeyCredential.toJSON()` (WebAuthn, section 5.1.8). Only the members that
/// are verified are read. Copies, such as `response.publicKey`, and `clientExtensionResults` are ignored.
package struct PublicKeyCredential: Sendable {
  /// The credential's id: from 1 to 1023 bytes.
  package let id: [UInt8]
  private let response: JSON

  private static let maximumClientData = 8192
  private static let maximumSignature = 1024
  private static let maximumUserHandle = 64

  /// - Throws: `notPublicKeyCredential`, `invalidCredentialID`, `rawIDDiffers`, or `invalidResponse`.
  package init(_ json: JSON) throws(WebAuthnRefusal) {
    guard json["type"]?.string == "public-key" else { throw .notPublicKeyCredential }
    guard let text = json["id"]?.string, let id = bytes(base64URL: text, upTo: Passkey.idSizes.upperBound), !id.isEmpty
    else { throw .invalidCredentialID }
    guard let raw = json["rawId"]?.string, raw.utf8.elementsEqual(text.utf8) else { throw .rawIDDiffers }
    guard let response = json["response"], response.members != nil else { throw .invalidResponse }
    self.id = id
    self.response = response
  }

  /// The challenge that the authenticator has signed, to find it. It proves nothing before the signature is verified.
  package func unverifiedChallenge() throws(WebAuthnRefusal) -> [UInt8] {
    try ClientData(try clientData()).challenge()
  }

  /// The client data as it was signed.
  func clientData() throws(WebAuthnRefusal) -> [UInt8] {
    try member("clientDataJSON", upTo: Self.maximumClientData)
  }

  func attestationObject() throws(WebAuthnRefusal) -> [UInt8] {
    try member("attestationObject", upTo: CBOR.maximumSize)
  }

  func authenticatorData() throws(WebAuthnRefusal) -> [UInt8] {
    try member("authenticatorData", upTo: CBOR.maximumSize)
  }

  func signature() throws(WebAuthnRefusal) -> [UInt8] { try member("signature", upTo: Self.maximumSignature) }

  /// Nil if it is absent or null.
  func userHandle() throws(WebAuthnRefusal) -> [UInt8]? {
    response["userHandle"] == nil ? nil : try member("userHandle", upTo: Self.maximumUserHandle)
  }

  /// How the browser reached the authenticator, such as `internal` or `hybrid`: at most 8 names of at most 32
  /// characters, to be repeated in later requests. Names of another form are dropped.
  var transports: [String] {
    let names = (response["transports"]?.array ?? []).prefix(8).compactMap(\.string)
    return names.filter { name in
      (1...32).contains(name.utf8.count)
        && name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
  }

  private func member(_ name: String, upTo count: Int) throws(WebAuthnRefusal) -> [UInt8] {
    guard let text = response[name]?.string, let bytes = bytes(base64URL: text, upTo: count) else {
      throw .invalidResponse
    }
    return bytes
  }
}

/// Decodes base64url without padding (RFC 4648, section 5); nil for other forms, and for more than `count` bytes.
private func bytes(base64URL text: String, upTo count: Int) -> [UInt8]? {
  guard text.utf8.count <= (count * 4 + 2) / 3, !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else {
    return nil
  }
  return bytes(base64: text)
}
