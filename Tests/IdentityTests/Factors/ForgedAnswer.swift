// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Testing

@testable import Identity

/// The answer of an authenticator. A forgery changes it before it is signed. Unchanged, it is accepted.
struct ForgedAnswer {
  static let id = [UInt8](repeating: 7, count: 32)
  static let challenge = [UInt8](repeating: 0xFB, count: 32)

  var id = Self.id
  /// Members of the client data; null removes one.
  var clientData: JSON = [:]
  /// The bytes of the client data, instead of its members.
  var clientDataBytes: [UInt8]?
  var relyingParty = "example.org"
  var flags: UInt8
  var counter: UInt32 = 8
  /// The attested credential, or nothing.
  var attested: [UInt8]
  /// Extension data and what follows it.
  var end: [UInt8] = []
  /// The authenticator data, instead of its fields.
  var data: [UInt8]?
  var format: CBOR = .text("none")
  var statement: CBOR = .map([:])
  /// The bytes of the attestation object, instead of its members.
  var object: [UInt8]?
  /// The signature, instead of one over this answer.
  var signature: [UInt8]?
  /// Members of the response and of the credential; null removes one.
  var response: JSON = [:]
  var members: JSON = [:]
  /// The credential itself.
  var whole: JSON?
  /// What the relying party knows, of an assertion.
  var allowed: [[UInt8]]? = nil
  var passkey = Self.passkey

  private let type: String

  /// Flags: UP, UV, BE and AT.
  static var registration: Self { Self(flags: 0x4D, attested: attested(), type: "webauthn.create") }
  /// Flags: UP, UV and BE.
  static var assertion: Self { Self(flags: 0x0D, attested: [], type: "webauthn.get") }

  private init(flags: UInt8, attested: [UInt8], type: String) {
    (self.flags, self.attested, self.type) = (flags, attested, type)
  }

  /// An attested credential.
  static func attested(
    id: [UInt8] = id, length: Int? = nil, key: [UInt8] = publicKey.encoded
  ) -> [UInt8] {
    let length = length ?? id.count
    return [UInt8](repeating: 0xAA, count: 16) + [UInt8(length >> 8), UInt8(length & 0xFF)] + id + key
  }

  static let publicKey: CBOR = {
    let point = Array(PasskeyFixture.key.publicKey.rawRepresentation)
    return .map([
      CBOR(1): CBOR(2), CBOR(3): CBOR(-7), CBOR(-1): CBOR(1), CBOR(-2): .bytes(Array(point.prefix(32))),
      CBOR(-3): .bytes(Array(point.suffix(32))),
    ])
  }()

  static let passkey = Passkey(
    id: id, publicKey: publicKey.encoded, signatureCounter: 7, isBackupEligible: true, isBackedUp: false,
    aaguid: [UInt8](repeating: 0xAA, count: 16), transports: [])

  /// The client data as it is sent and signed.
  var sentClientData: [UInt8] {
    let members: JSON = [
      "type": .string(type), "challenge": .string(Self.challenge.base64URL), "origin": "https://example.org",
      "crossOrigin": false,
    ]
    return clientDataBytes ?? members.merging(clientData).withoutNulls.line
  }

  /// The authenticator data as it is sent and signed.
  var authenticatorData: [UInt8] {
    let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> UInt32(8 * $0)) }
    return data ?? Array(SHA256.hash(data: Array(relyingParty.utf8))) + [flags] + count + attested + end
  }

  /// A signature of the fixture's key, in DER.
  func signed(by key: P256.Signing.PrivateKey = PasskeyFixture.key) -> P256.Signing.ECDSASignature {
    try! key.signature(for: authenticatorData + Array(SHA256.hash(data: sentClientData)))
  }

  var credential: JSON {
    if let whole { return whole }
    var sent: JSON = ["clientDataJSON": .string(sentClientData.base64URL)]
    if type == "webauthn.create" {
      let object =
        self.object
        ?? CBOR.map([
          .text("fmt"): format, .text("attStmt"): statement, .text("authData"): .bytes(authenticatorData),
        ]).encoded
      sent = sent.merging(["attestationObject": .string(object.base64URL)])
    } else {
      sent = sent.merging([
        "authenticatorData": .string(authenticatorData.base64URL),
        "signature": .string((signature ?? Array(signed().derRepresentation)).base64URL),
        "userHandle": .string(PasskeyFixture.user.base64URL),
      ])
    }
    let credential: JSON = [
      "type": "public-key", "id": .string(id.base64URL), "rawId": .string(id.base64URL),
      "response": sent.merging(response).withoutNulls,
    ]
    return credential.merging(members).withoutNulls
  }

  /// - Throws: the refusal.
  func verify() throws(WebAuthnRefusal) -> Passkey {
    type == "webauthn.create"
      ? try PasskeyFixture.relyingParty.register(credential, challenge: Self.challenge)
      : try PasskeyFixture.relyingParty.authenticate(
        credential, challenge: Self.challenge, passkey: passkey, user: PasskeyFixture.user, allowed: allowed)
  }
}

/// One thing that is wrong with an answer, and the refusal that names it.
struct Forgery: Sendable, CustomTestStringConvertible {
  let refusal: WebAuthnRefusal
  let name: String
  let forge: @Sendable (inout ForgedAnswer) -> Void

  init(_ refusal: WebAuthnRefusal, _ name: String, _ forge: @escaping @Sendable (inout ForgedAnswer) -> Void) {
    (self.refusal, self.name, self.forge) = (refusal, name, forge)
  }

  var testDescription: String { "\(refusal): \(name)" }

  func refused(_ answer: ForgedAnswer) -> WebAuthnRefusal? {
    var answer = answer
    forge(&answer)
    do throws(WebAuthnRefusal) {
      _ = try answer.verify()
      return nil
    } catch { return error }
  }
}

extension JSON {
  fileprivate var withoutNulls: JSON {
    guard let members else { return self }
    return .object(Members(members.pairs.filter { $0.value != .null }))
  }
}
