// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VestibuleClient

/// What the kit makes of passkeys without Apple's frameworks.
@Suite struct PasskeyCredentialTests {
  private static let id = Data([0xFB, 0xEF, 0xFF])

  @Test func `an assertion is the JSON of WebAuthn, with base64url without padding`() {
    let credential = PasskeyCredential(
      id: Self.id, clientData: Data("{}".utf8),
      response: .assertion(authenticatorData: Data([1]), signature: Data([2, 3]), userHandle: nil))
    #expect(
      credential.json == [
        "id": "--__", "rawId": "--__", "type": "public-key",
        "response": ["clientDataJSON": "e30", "authenticatorData": "AQ", "signature": "AgM"],
        "clientExtensionResults": [:],
      ])
  }

  @Test func `a new passkey has its attestation, and nothing of an assertion`() {
    let credential = PasskeyCredential(
      id: Self.id, clientData: Data(), response: .registration(attestationObject: Data([0xFF])))
    #expect(credential.json["response"] == ["clientDataJSON": "", "attestationObject": "_w"])
  }

  @Test(arguments: 0...70)
  func `bytes survive the way to JSON and back`(_ count: Int) {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) })
    #expect(JSONValue(bytes: bytes).bytes == bytes)
  }

  @Test(arguments: ["a", "%%%%", "a b"])
  func `what is not base64url has no bytes`(_ text: String) {
    #expect(JSONValue.string(text).bytes == nil)
  }

  @Test func `options are for a sign-in or for a new passkey`() throws {
    let toSignIn: [String: JSONValue] = ["rpId": "example.com", "challenge": "AQID"]
    let toRegister: [String: JSONValue] = [
      "rp": ["id": "example.com"], "challenge": "AQID", "user": ["id": "_w", "name": "kim@example.com"],
    ]
    let assertion = try #require(AssertionOptions(toSignIn))
    #expect(assertion.domain == "example.com" && assertion.challenge == Data([1, 2, 3]))
    let registration = try #require(RegistrationOptions(toRegister))
    #expect(registration.domain == "example.com" && registration.challenge == Data([1, 2, 3]))
    #expect(registration.name == "kim@example.com" && registration.user == Data([0xFF]))
    #expect(AssertionOptions(toRegister) == nil && RegistrationOptions(toSignIn) == nil)
  }

  @Test func `a nonce is 32 bytes in hexadecimal, and each is another`() {
    let nonces = Set((1...20).map { _ in SignInNonce().value })
    #expect(nonces.count == 20)
    #expect(nonces.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) && $0 == $0.lowercased() })
    #expect(SignInNonce.hexadecimal([0, 0x0F, 0xA0]) == "000fa0")
  }
}
