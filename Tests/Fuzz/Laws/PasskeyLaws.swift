// SPDX-License-Identifier: Apache-2.0

@testable import Domain
@testable import Identity

/// What an authenticator sends: CBOR, authenticator data, a public key, or a credential in JSON.
enum PasskeyLaws {
  static func check(_ input: [UInt8]) throws {
    if let (value, size) = try? CBOR.prefix(of: input[...]) {
      try hold("a value has one encoding", value.encoded == Array(input.prefix(size)))
      try hold(
        "the whole input is parsed if nothing follows",
        (try? CBOR(parsing: input)) == (size == input.count ? value : nil))
      if size > 0 { try hold("a value has an end", (try? CBOR(parsing: Array(input.prefix(size - 1)))) == nil) }
    }
    if let data = try? AuthenticatorData(input) {
      let isComplete = data.attestedCredential.map { Passkey.idSizes.contains($0.id.count) } ?? true
      try hold("a credential has an id", isComplete)
      try hold(
        "there are extensions with the flag ED only", (data.extensions != nil) == data.flags.contains(.extensions))
    }
    if let key = try? COSEKey(encoded: input) {
      try hold("nobody can sign nothing", !key.verifies([], of: []) && !key.verifies(input, of: input))
    }
    guard let credential = try? JSON(parsing: input) else { return }
    let party = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
    let challenge = [UInt8](repeating: 1, count: 32)
    try hold("a challenge cannot be guessed", (try? party.register(credential, challenge: challenge)) == nil)
    if let presented = try? PublicKeyCredential(credential) {
      try hold("an id has a size", Passkey.idSizes.contains(presented.id.count))
      try hold("transports are few", presented.transports.count <= 8)
    }
  }
}
