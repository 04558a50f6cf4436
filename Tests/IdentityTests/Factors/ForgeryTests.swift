// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Testing

@testable import Identity

@Suite("Forged answers of authenticators") struct ForgeryTests {
  @Test func `an answer that nobody forged is accepted`() throws {
    #expect(try ForgedAnswer.registration.verify().id == ForgedAnswer.id)
    #expect(try ForgedAnswer.assertion.verify().signatureCounter == 8)
  }

  @Test("A forged registration is refused by name", arguments: Self.common + Self.registrations)
  func registration(_ forgery: Forgery) { #expect(forgery.refused(.registration) == forgery.refusal) }

  @Test("A forged assertion is refused by name", arguments: Self.common + Self.assertions)
  func assertion(_ forgery: Forgery) { #expect(forgery.refused(.assertion) == forgery.refusal) }

  @Test func `every refusal has a forgery`() {
    let shown = (Self.common + Self.registrations + Self.assertions).map(\.refusal)
    let keys = (COSEKeyTests.elliptic + COSEKeyTests.modular).map(\.refusal)
    #expect(Set(shown + keys) == Set(WebAuthnRefusal.allCases))
  }

  @Test("A registration with a refused key is refused", arguments: COSEKeyTests.elliptic + COSEKeyTests.modular)
  func keys(_ key: COSEKeyTests.Refused) {
    var answer = ForgedAnswer.registration
    answer.attested = ForgedAnswer.attested(key: key.key.encoded)
    #expect(throws: key.refusal, "\(key.name)") { try answer.verify() }
  }

  @Test func `what is allowed is accepted`() throws {
    // An app that does not count, a statement that is not verified, unknown members, an account that was known.
    var answer = ForgedAnswer.assertion
    (answer.counter, answer.passkey.signatureCounter) = (0, 0)
    #expect(try answer.verify().signatureCounter == 0)
    answer = .assertion
    answer.flags |= 0x10
    #expect(try answer.verify().isBackedUp)
    answer = .assertion
    answer.clientData = ["crossOrigin": .null, "futureMember": ["a": 1]]
    answer.response = ["userHandle": .null]
    answer.allowed = [ForgedAnswer.id]
    #expect(throws: Never.self) { try answer.verify() }
    answer = .assertion
    (answer.flags, answer.end) = (answer.flags | 0x80, CBOR.map([.text("appid"): .bool(true)]).encoded)
    #expect(throws: Never.self) { try answer.verify() }
    answer = .registration
    (answer.format, answer.statement) = (.text("packed"), .map([.text("alg"): CBOR(-7), .text("sig"): .bytes([1])]))
    answer.response = ["transports": ["usb", "Not A Name", 7, "smart-card"]]
    #expect(try answer.verify().transports == ["usb", "smart-card"])
    answer = .registration
    (answer.format, answer.statement) = (.text("compound"), .array([.map([.text("fmt"): .text("packed")])]))
    #expect(throws: Never.self) { try answer.verify() }
    answer = .registration
    answer.id = [UInt8](repeating: 9, count: 1023)
    answer.attested = ForgedAnswer.attested(id: answer.id)
    #expect(try answer.verify().id.count == 1023)
  }

  /// What is wrong in both ceremonies.
  static let common: [Forgery] = credentials + clientData + authenticatorData

  private static let credentials = [
    Forgery(.notPublicKeyCredential, "no object") { $0.whole = [1] },
    Forgery(.notPublicKeyCredential, "null") { $0.whole = .null },
    Forgery(.notPublicKeyCredential, "another type") { $0.members = ["type": "password"] },
    Forgery(.notPublicKeyCredential, "no type") { $0.members = ["type": .null] },
    Forgery(.invalidCredentialID, "no id") { $0.members = ["id": .null] },
    Forgery(.invalidCredentialID, "an empty id") { $0.members = ["id": "", "rawId": ""] },
    Forgery(.invalidCredentialID, "a numeric id") { $0.members = ["id": 7, "rawId": 7] },
    Forgery(.invalidCredentialID, "an id with padding") { $0.members = ["id": "BwcHBw==", "rawId": "BwcHBw=="] },
    Forgery(.invalidCredentialID, "an id in base64") { $0.members = ["id": "+/8H", "rawId": "+/8H"] },
    Forgery(.invalidCredentialID, "an id with unused bits") { $0.members = ["id": "Bx", "rawId": "Bx"] },
    Forgery(.invalidCredentialID, "an id of 1024 bytes") { $0.id = [UInt8](repeating: 7, count: 1024) },
    Forgery(.rawIDDiffers, "another rawId") { $0.members = ["rawId": "BwcH"] },
    Forgery(.rawIDDiffers, "no rawId") { $0.members = ["rawId": .null] },
    Forgery(.invalidResponse, "no response") { $0.members = ["response": .null] },
    Forgery(.invalidResponse, "a response that is a list") { $0.members = ["response": []] },
    Forgery(.invalidResponse, "no client data") { $0.response = ["clientDataJSON": .null] },
    Forgery(.invalidResponse, "client data that is an object") { $0.response = ["clientDataJSON": [:]] },
    Forgery(.invalidResponse, "client data in base64") { answer in
      answer.response = ["clientDataJSON": .string(answer.sentClientData.base64URL + "=")]
    },
    Forgery(.invalidResponse, "client data of 8 KiB") { answer in
      answer.clientData = ["extra": .string(String(repeating: "a", count: 8192))]
    },
    Forgery(.otherCredential, "the id of another passkey") { $0.id = [8] },
  ]

  private static let clientData = [
    Forgery(.clientDataNotJSON, "no bytes") { $0.clientDataBytes = [] },
    Forgery(.clientDataNotJSON, "a list") { $0.clientDataBytes = Array("[]".utf8) },
    Forgery(.clientDataNotJSON, "bytes after it") { $0.clientDataBytes = $0.sentClientData + [0x7D] },
    Forgery(.clientDataNotJSON, "a byte order mark") { $0.clientDataBytes = [0xEF, 0xBB, 0xBF] + $0.sentClientData },
    Forgery(.clientDataNotJSON, "no UTF-8") {
      $0.clientDataBytes = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    },
    Forgery(.clientDataNotJSON, "two challenges") { answer in
      answer.clientDataBytes = Array(#"{"challenge":"AAAA","#.utf8) + answer.sentClientData.dropFirst()
    },
    Forgery(.otherType, "no type") { $0.clientData = ["type": .null] },
    Forgery(.otherType, "payment") { $0.clientData = ["type": "payment.get"] },
    Forgery(.otherType, "capitals") { $0.clientData = ["type": "WebAuthn.Get"] },
    Forgery(.otherChallenge, "no challenge") { $0.clientData = ["challenge": .null] },
    Forgery(.otherChallenge, "an empty challenge") { $0.clientData = ["challenge": ""] },
    Forgery(.otherChallenge, "another challenge") { $0.clientData = ["challenge": .string([UInt8](0..<32).base64URL)] },
    Forgery(.otherChallenge, "a part") {
      $0.clientData = ["challenge": .string(ForgedAnswer.challenge.base64URL.dropLast(4).description)]
    },
    Forgery(.otherChallenge, "the challenge in base64") {
      $0.clientData = ["challenge": .string(ForgedAnswer.challenge.base64Text)]
    },
    Forgery(.otherOrigin, "no origin") { $0.clientData = ["origin": .null] },
    Forgery(.otherOrigin, "another scheme") { $0.clientData = ["origin": "http://example.org"] },
    Forgery(.otherOrigin, "another port") { $0.clientData = ["origin": "https://example.org:8443"] },
    Forgery(.otherOrigin, "a subdomain") { $0.clientData = ["origin": "https://a.example.org"] },
    Forgery(.otherOrigin, "a longer domain") { $0.clientData = ["origin": "https://example.org.evil.com"] },
    Forgery(.otherOrigin, "a user") { $0.clientData = ["origin": "https://example.org@evil.com"] },
    Forgery(.otherOrigin, "a slash") { $0.clientData = ["origin": "https://example.org/"] },
    Forgery(.otherOrigin, "capitals") { $0.clientData = ["origin": "https://Example.org"] },
    Forgery(.otherOrigin, "a list") { $0.clientData = ["origin": ["https://example.org"]] },
    Forgery(.crossOrigin, "a frame of another origin") { $0.clientData = ["crossOrigin": true] },
    Forgery(.crossOrigin, "a text") { $0.clientData = ["crossOrigin": "false"] },
    Forgery(.topOrigin, "an outer page") { $0.clientData = ["topOrigin": "https://example.com"] },
    Forgery(.topOrigin, "the same page") { $0.clientData = ["topOrigin": "https://example.org"] },
  ]

  private static let authenticatorData = [
    Forgery(.authenticatorDataTooShort, "no bytes") { $0.data = [] },
    Forgery(.authenticatorDataTooShort, "36 bytes") { $0.data = Array($0.authenticatorData.prefix(36)) },
    Forgery(.authenticatorDataTooShort, "no extension data") { $0.flags |= 0x80 },
    Forgery(.trailingBytes, "extension data without ED") { $0.end = CBOR.map([:]).encoded },
    Forgery(.trailingBytes, "a byte") { $0.end = [0] },
    Forgery(.trailingBytes, "bytes after the extension data") { ($0.flags, $0.end) = ($0.flags | 0x80, [0xA0, 0xA0]) },
    Forgery(.invalidExtensions, "a list") { ($0.flags, $0.end) = ($0.flags | 0x80, [0x80]) },
    Forgery(.invalidExtensions, "integer keys") { ($0.flags, $0.end) = ($0.flags | 0x80, [0xA1, 1, 2]) },
    Forgery(.invalidExtensions, "no CBOR") { ($0.flags, $0.end) = ($0.flags | 0x80, [0xFF]) },
    Forgery(.invalidExtensions, "an indefinite map") { ($0.flags, $0.end) = ($0.flags | 0x80, [0xBF, 0xFF]) },
    Forgery(.otherRelyingParty, "another domain") { $0.relyingParty = "evil.com" },
    Forgery(.otherRelyingParty, "the origin") { $0.relyingParty = "https://example.org" },
    Forgery(.otherRelyingParty, "a parent domain") { $0.relyingParty = "org" },
    Forgery(.userNotPresent, "without UP") { $0.flags &= ~0x01 },
    Forgery(.userNotVerified, "without UV") { $0.flags &= ~0x04 },
    Forgery(.backedUpButNotEligible, "BS without BE") { $0.flags = $0.flags & ~0x08 | 0x10 },
  ]

  static let registrations =
    [
      Forgery(.otherType, "an assertion") { $0.clientData = ["type": "webauthn.get"] },
      Forgery(.invalidResponse, "no attestation object") { $0.response = ["attestationObject": .null] },
      Forgery(.invalidResponse, "more than 64 KiB") { $0.object = [UInt8](repeating: 0, count: 65_537) },
      Forgery(.attestationNotCBOR, "no bytes") { $0.object = [] },
      Forgery(.attestationNotCBOR, "JSON") { $0.object = Array("{}".utf8) },
      Forgery(.attestationNotCBOR, "a byte after it") { $0.object = object($0) + [0] },
      Forgery(.attestationNotCBOR, "its end missing") { $0.object = object($0).dropLast() },
      Forgery(.attestationNotCBOR, "an indefinite map") { $0.object = [0xBF] + object($0).dropFirst() + [0xFF] },
      Forgery(.attestationNotCBOR, "unsorted members") { answer in
        answer.object =
          [0xA3] + CBOR.text("authData").encoded + CBOR.bytes(answer.authenticatorData).encoded
          + CBOR.text("fmt").encoded + CBOR.text("none").encoded + CBOR.text("attStmt").encoded + [0xA0]
      },
      Forgery(.attestationNotCBOR, "a format twice") { answer in
        let format = CBOR.text("fmt").encoded + CBOR.text("none").encoded
        answer.object = [0xA4] + format + object(answer).dropFirst()
      },
      Forgery(.invalidAttestationObject, "a list") { $0.object = [0x80] },
      Forgery(.invalidAttestationObject, "an empty map") { $0.object = [0xA0] },
      Forgery(.invalidAttestationObject, "a fourth member") { answer in
        answer.object = [0xA4] + object(answer).dropFirst() + CBOR.text("epAtt_long").encoded + [0xF5]
      },
      Forgery(.invalidAttestationObject, "data that is a text") { answer in
        answer.object =
          CBOR.map([
            .text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .text("a"),
          ]).encoded
      },
      Forgery(.invalidAttestationObject, "a format in bytes") { $0.format = .bytes(Array("none".utf8)) },
      Forgery(.invalidAttestationObject, "an empty format") { $0.format = .text("") },
      Forgery(.invalidAttestationObject, "a statement that is a list") { $0.statement = .array([]) },
      Forgery(.invalidAttestationObject, "a compound statement that is a map") { $0.format = .text("compound") },
      Forgery(.noneStatementNotEmpty, "a statement of none") { $0.statement = .map([.text("alg"): CBOR(-7)]) },
      Forgery(.attestedCredentialMissing, "without AT") { ($0.flags, $0.attested) = ($0.flags & ~0x40, []) },
      Forgery(.trailingBytes, "a credential without AT") { $0.flags &= ~0x40 },
      Forgery(.authenticatorDataTooShort, "AT without a credential") { $0.attested = [] },
      Forgery(.authenticatorDataTooShort, "half a head") { $0.attested = Array($0.attested.prefix(17)) },
      Forgery(.authenticatorDataTooShort, "half an id") { $0.attested = Array($0.attested.prefix(30)) },
      Forgery(.authenticatorDataTooShort, "no key") { $0.attested = Array($0.attested.prefix(18 + 32)) },
      Forgery(.authenticatorDataTooShort, "a length beyond the end") {
        $0.attested = ForgedAnswer.attested(length: 1000)
      },
      Forgery(.invalidCredentialIDLength, "an empty id") { $0.attested = ForgedAnswer.attested(id: []) },
      Forgery(.invalidCredentialIDLength, "1024 bytes") {
        $0.attested = ForgedAnswer.attested(id: [UInt8](repeating: 7, count: 1024))
      },
      Forgery(.otherCredential, "another id") {
        $0.attested = ForgedAnswer.attested(id: [UInt8](repeating: 6, count: 32))
      },
      Forgery(.otherCredential, "a longer id") { $0.attested = ForgedAnswer.attested(id: ForgedAnswer.id + [7]) },
      Forgery(.keyNotCBOR, "a key that is not CBOR") { $0.attested = ForgedAnswer.attested(key: [0xFF]) },
      Forgery(.keyNotCBOR, "half a key") { $0.attested = $0.attested.dropLast() },
      Forgery(.keyNotCBOR, "an indefinite key") {
        $0.attested = ForgedAnswer.attested(key: [0xBF] + ForgedAnswer.publicKey.encoded.dropFirst() + [0xFF])
      },
    ]

  private static func object(_ answer: ForgedAnswer) -> [UInt8] {
    bytes(base64: answer.credential["response"]!["attestationObject"]!.string!)!
  }

  static let assertions = [
    Forgery(.otherType, "a registration") { $0.clientData = ["type": "webauthn.create"] },
    Forgery(.credentialNotAllowed, "another passkey was asked for") { $0.allowed = [[1], [2]] },
    Forgery(.credentialNotAllowed, "no passkey was asked for") { $0.allowed = [] },
    Forgery(.userHandleMissing, "no user handle") { $0.response = ["userHandle": .null] },
    Forgery(.otherUser, "another user") { $0.response = ["userHandle": "AAAA"] },
    Forgery(.otherUser, "another user of a known account") { answer in
      (answer.response, answer.allowed) = (["userHandle": "AAAA"], [ForgedAnswer.id])
    },
    Forgery(.otherUser, "an empty user handle") { $0.response = ["userHandle": ""] },
    Forgery(.invalidResponse, "a user handle of 65 bytes") {
      $0.response = ["userHandle": .string([UInt8](repeating: 1, count: 65).base64URL)]
    },
    Forgery(.invalidResponse, "no authenticator data") { $0.response = ["authenticatorData": .null] },
    Forgery(.invalidResponse, "no signature") { $0.response = ["signature": .null] },
    Forgery(.attestedCredentialUnexpected, "AT") {
      ($0.flags, $0.attested) = ($0.flags | 0x40, ForgedAnswer.attested())
    },
    Forgery(.backupEligibilityChanged, "BE is gone") { $0.flags &= ~0x08 },
    Forgery(.backupEligibilityChanged, "BE is new") { $0.passkey.isBackupEligible = false },
    Forgery(.invalidSignature, "no bytes") { $0.signature = [] },
    Forgery(.invalidSignature, "another key") { answer in
      let key = try! P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32))
      answer.signature = Array(answer.signed(by: key).derRepresentation)
    },
    Forgery(.invalidSignature, "not in DER") { $0.signature = Array($0.signed().rawRepresentation) },
    Forgery(.invalidSignature, "a byte after it") { $0.signature = Array($0.signed().derRepresentation) + [0] },
    Forgery(.invalidSignature, "of zeros") { $0.signature = [0x30, 6, 2, 1, 0, 2, 1, 0] },
    Forgery(.invalidSignature, "over another counter") { answer in
      answer.signature = Array(answer.signed().derRepresentation)
      answer.counter = 9
    },
    Forgery(.invalidSignature, "over other client data") { answer in
      answer.signature = Array(answer.signed().derRepresentation)
      answer.clientData = ["extra": 1]
    },
    Forgery(.invalidSignature, "over other extension data") { answer in
      (answer.flags, answer.end) = (answer.flags | 0x80, [0xA0])
      answer.signature = Array(answer.signed().derRepresentation)
      answer.end = CBOR.map([.text("a"): .null]).encoded
    },
    Forgery(.counter, "the same counter") { $0.counter = 7 },
    Forgery(.counter, "a lower counter") { $0.counter = 6 },
    Forgery(.counter, "no counter any more") { $0.counter = 0 },
    Forgery(.counter, "a counter that wrapped") { ($0.passkey.signatureCounter, $0.counter) = (.max, 0) },
  ]
}
