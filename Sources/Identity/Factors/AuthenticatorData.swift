// SPDX-License-Identifier: Apache-2.0

/// Authenticator data (WebAuthn, section 6.1).
struct AuthenticatorData: Sendable {
  /// The flags; bits 1 and 5 are reserved and ignored.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// UP: somebody was present.
    static let userPresent = Flags(rawValue: 0x01)
    /// UV: the person was verified, such as with a PIN.
    static let userVerified = Flags(rawValue: 0x04)
    /// BE: the passkey can be copied to other devices.
    static let backupEligible = Flags(rawValue: 0x08)
    /// BS: the passkey is backed up now.
    static let backedUp = Flags(rawValue: 0x10)
    /// AT: it contains an attested credential.
    static let attestedCredential = Flags(rawValue: 0x40)
    /// ED: it contains extension data.
    static let extensions = Flags(rawValue: 0x80)
  }

  /// A new credential (section 6.5.2).
  struct AttestedCredential {
    /// The model of the authenticator: 16 bytes.
    let aaguid: [UInt8]
    /// From 1 to 1023 bytes.
    let id: [UInt8]
    /// The encoded COSE key.
    let publicKey: [UInt8]
  }

  /// The size of the fields that are always there.
  private static let headSize = 37

  /// SHA-256 of the relying party's id.
  let relyingPartyHash: [UInt8]
  let flags: Flags
  let signatureCounter: UInt32
  let attestedCredential: AttestedCredential?
  /// The entries of the extension data; nil without the flag ED.
  let extensions: CBOR.Map?

  /// - Throws: `authenticatorDataTooShort`, `invalidCredentialIDLength`, `keyNotCBOR`, `invalidExtensions`, or
  ///   `trailingBytes`.
  init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    guard bytes.count >= Self.headSize else { throw .authenticatorDataTooShort }
    relyingPartyHash = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    signatureCounter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[Self.headSize...]
    attestedCredential = flags.contains(.attestedCredential) ? try Self.attestedCredential(&rest) : nil
    extensions = flags.contains(.extensions) ? try Self.extensions(&rest) : nil
    guard rest.isEmpty else { throw .trailingBytes }
  }

  private static func attestedCredential(
    _ rest: inout ArraySlice<UInt8>
  ) throws(WebAuthnRefusal) -> AttestedCredential {
    guard rest.count >= 18 else { throw .authenticatorDataTooShort }
    let aaguid = Array(rest.prefix(16))
    let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(18)
    guard Passkey.idSizes.contains(length) else { throw .invalidCredentialIDLength }
    guard rest.count > length else { throw .authenticatorDataTooShort }
    let id = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    guard let (_, size) = try? CBOR.prefix(of: rest) else { throw .keyNotCBOR }
    defer { rest = rest.dropFirst(size) }
    return AttestedCredential(aaguid: aaguid, id: id, publicKey: Array(rest.prefix(size)))
  }

  private static func extensions(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnRefusal) -> CBOR.Map {
    guard !rest.isEmpty else { throw .authenticatorDataTooShort }
    guard let (value, size) = try? CBOR.prefix(of: rest), let entries = value.entries,
      entries.pairs.allSatisfy({ $0.key.string != nil })
    else { throw .invalidExtensions }
    rest = rest.dropFirst(size)
    return entries
  }
}
