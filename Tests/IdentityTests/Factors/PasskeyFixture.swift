// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Foundation
import Identity

/// `Passkeys/passkeys.json`: what PyPI's fido2 makes (`Passkeys/make-fixture`).
enum PasskeyFixture {
  struct Ceremony: Sendable {
    let challenge: [UInt8]
    let credential: JSON
  }

  struct Case: Sendable {
    let algorithm: String
    let registration: Ceremony
    let authentication: Ceremony
  }

  static let relyingParty = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
  static let user = bytes(hexadecimal: file["user"]!.string!)
  /// The private key of the case ES256.
  static let key = try! P256.Signing.PrivateKey(rawRepresentation: bytes(hexadecimal: file["privateKeyES256"]!.string!))

  static let cases: [Case] = file["cases"]!.array!.map {
    Case(
      algorithm: $0["algorithm"]!.string!, registration: ceremony($0["registration"]!),
      authentication: ceremony($0["authentication"]!))
  }

  /// The test vectors of WebAuthn, level 3, section 16.
  static let vectors = read("w3c-vectors.json")["vectors"]!.array!

  private static let file = read("passkeys.json")

  private static func ceremony(_ json: JSON) -> Ceremony {
    Ceremony(challenge: bytes(hexadecimal: json["challenge"]!.string!), credential: json["credential"]!)
  }

  private static func read(_ name: String) -> JSON {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try! JSON(parsing: Array(try! Data(contentsOf: folder.appending(path: "Passkeys/\(name)"))))
  }
}

func bytes(hexadecimal digits: String) -> [UInt8] {
  let digits = Array(digits.utf8)
  return stride(from: 0, to: digits.count, by: 2).map {
    UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
  }
}

extension CBOR {
  static func map(_ pairs: KeyValuePairs<CBOR, CBOR>) -> CBOR { .map(CBOR.Map(pairs.map { $0 })!) }
}
