// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Testing

@testable import Identity

@Suite("Passkeys") struct PasskeyTests {
  private let party = PasskeyFixture.relyingParty

  @Test("Registrations and assertions of fido2 are accepted", arguments: PasskeyFixture.cases)
  func genuine(_ fixture: PasskeyFixture.Case) throws {
    let passkey = try party.register(fixture.registration.credential, challenge: fixture.registration.challenge)
    #expect(try COSEKey(encoded: passkey.publicKey).algorithm == algorithms[fixture.algorithm])
    #expect(passkey.id == (try PublicKeyCredential(fixture.registration.credential).id))
    #expect(passkey.signatureCounter == 7)
    #expect(passkey.isBackupEligible == (fixture.algorithm != "RS256"))
    #expect(passkey.isBackedUp == (fixture.algorithm == "ES256"))
    #expect(passkey.aaguid.count == 16)
    #expect(passkey.transports == ["internal", "hybrid"])

    for allowed in [nil, [passkey.id], [[1], passkey.id]] {
      let used = try party.authenticate(
        fixture.authentication.credential, challenge: fixture.authentication.challenge, passkey: passkey,
        user: PasskeyFixture.user, allowed: allowed)
      var expected = passkey
      expected.signatureCounter = 8
      #expect(used == expected)
    }
  }

  private let algorithms: [String: COSEKey.Algorithm] = ["ES256": .es256, "EdDSA": .edDSA, "RS256": .rs256]

  @Test("An assertion is for its own passkey only", arguments: PasskeyFixture.cases)
  func otherPasskeys(_ fixture: PasskeyFixture.Case) throws {
    for other in PasskeyFixture.cases where other.algorithm != fixture.algorithm {
      var passkey = try party.register(other.registration.credential, challenge: other.registration.challenge)
      let verify = { (passkey: Passkey) in
        try party.authenticate(
          fixture.authentication.credential, challenge: fixture.authentication.challenge, passkey: passkey,
          user: PasskeyFixture.user, allowed: nil)
      }
      #expect(throws: WebAuthnRefusal.otherCredential) { try verify(passkey) }
      passkey.id = try PublicKeyCredential(fixture.authentication.credential).id
      passkey.isBackupEligible = fixture.algorithm != "RS256"
      #expect(throws: WebAuthnRefusal.invalidSignature) { try verify(passkey) }
    }
  }

  @Test("An assertion with any bit changed is refused", arguments: PasskeyFixture.cases.prefix(2))
  func changedBits(_ fixture: PasskeyFixture.Case) throws {
    let passkey = try party.register(fixture.registration.credential, challenge: fixture.registration.challenge)
    let genuine = fixture.authentication.credential
    for name in ["clientDataJSON", "authenticatorData", "signature"] {
      let content = try #require(genuine["response"]?[name]?.string.flatMap { bytes(base64: $0) })
      for bit in 0..<content.count * 8 {
        var changed = content
        changed[bit / 8] ^= 1 << (bit % 8)
        let response = try #require(genuine["response"]).merging([name: .string(changed.base64URL)])
        #expect(throws: WebAuthnRefusal.self, "\(name), bit \(bit)") {
          try party.authenticate(
            genuine.merging(["response": response]), challenge: fixture.authentication.challenge, passkey: passkey,
            user: PasskeyFixture.user, allowed: nil)
        }
      }
    }
  }

  /// The outcome of each vector: user verification is required, and frames of other origins are refused.
  private static let outcomes: [String: (registration: WebAuthnRefusal?, authentication: WebAuthnRefusal)] = [
    "none.ES256": (.userNotVerified, .userNotVerified), "packed-self.ES256": (nil, .userNotVerified),
    "none.ES256.crossOrigin": (.crossOrigin, .crossOrigin), "none.ES256.topOrigin": (.crossOrigin, .crossOrigin),
    "packed.RS256": (nil, .userNotVerified), "packed.EdDSA": (.userNotVerified, .userNotVerified),
  ]

  @Test("The test vectors of WebAuthn, level 3, section 16", arguments: PasskeyFixture.vectors)
  func vectors(_ vector: JSON) throws {
    let outcome = try #require(Self.outcomes[vector["name"]?.string ?? ""])
    let (registration, authentication) = (try #require(vector["registration"]), try #require(vector["authentication"]))
    let object = try CBOR(parsing: member("attestationObject", of: registration))
    let data = try AuthenticatorData(try #require(object.entries?[.text("authData")]?.byteString))
    let attested = try #require(data.attestedCredential)
    let key = try COSEKey(encoded: attested.publicKey)
    let hash = Array(SHA256.hash(data: member("clientDataJSON", of: authentication)))
    #expect(
      key.verifies(member("signature", of: authentication), of: member("authenticatorData", of: authentication) + hash))

    #expect(refusal { try register(registration, attested.id) } == outcome.registration)
    let passkey = Passkey(
      id: attested.id, publicKey: attested.publicKey, signatureCounter: 0,
      isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: false, aaguid: attested.aaguid,
      transports: [])
    let refused = refusal {
      _ = try party.authenticate(
        credential(authentication, attested.id), challenge: member("challenge", of: authentication), passkey: passkey,
        user: PasskeyFixture.user, allowed: [attested.id])
    }
    #expect(refused == outcome.authentication)
  }

  private func register(_ vector: JSON, _ id: [UInt8]) throws(WebAuthnRefusal) {
    _ = try party.register(credential(vector, id), challenge: member("challenge", of: vector))
  }

  private func refusal(_ verify: () throws -> Void) -> WebAuthnRefusal? {
    do {
      try verify()
      return nil
    } catch { return error as? WebAuthnRefusal }
  }

  private func member(_ name: String, of vector: JSON) -> [UInt8] { bytes(hexadecimal: vector[name]?.string ?? "") }

  private func credential(_ vector: JSON, _ id: [UInt8]) -> JSON {
    let names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]
    let members = names.filter { vector[$0] != nil }.map {
      (name: $0, value: JSON.string(member($0, of: vector).base64URL))
    }
    return [
      "type": "public-key", "id": .string(id.base64URL), "rawId": .string(id.base64URL),
      "response": .object(JSON.Members(members)),
    ]
  }

  @Test func `creation options ask for what is verified`() throws {
    let passkey = try party.register(
      PasskeyFixture.cases[0].registration.credential, challenge: PasskeyFixture.cases[0].registration.challenge)
    let user = RelyingParty.User(handle: [1, 2, 3], name: "anna@example.org", displayName: "Anna")
    let options = party.creationOptions(
      for: user, challenge: [UInt8](repeating: 0xFF, count: 16), existing: [passkey], timeout: .minutes(5))
    let expected = """
      {"rp":{"id":"example.org","name":"Example"},
      "user":{"id":"AQID","name":"anna@example.org","displayName":"Anna"},
      "challenge":"_____________________w",
      "pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},
      {"type":"public-key","alg":-257}],"timeout":300000,
      "excludeCredentials":[{"type":"public-key","id":"\(passkey.id.base64URL)","transports":["internal","hybrid"]}],
      "authenticatorSelection":{"residentKey":"required","requireResidentKey":true,"userVerification":"required"},
      "attestation":"none"}
      """
    #expect(options == (try JSON(parsing: expected)))
  }

  @Test func `request options name the account's passkeys, or none`() throws {
    var passkey = try party.register(
      PasskeyFixture.cases[0].registration.credential, challenge: PasskeyFixture.cases[0].registration.challenge)
    passkey.transports = []
    let challenge = [UInt8](repeating: 0, count: 16)
    let named = party.requestOptions(challenge: challenge, allowed: [passkey], timeout: .minutes(10))
    #expect(named["allowCredentials"] == [["type": "public-key", "id": .string(passkey.id.base64URL)]])
    #expect(
      party.requestOptions(challenge: challenge, allowed: [], timeout: .minutes(10)) == [
        "challenge": "AAAAAAAAAAAAAAAAAAAAAA", "timeout": 600_000, "rpId": "example.org", "allowCredentials": [],
        "userVerification": "required",
      ])
  }
}
