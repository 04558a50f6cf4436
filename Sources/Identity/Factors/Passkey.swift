// SPDX-License-Identifier: Apache-2.0

/// A registered passkey, as it is stored (WebAuthn, section 4, "credential record").
package struct Passkey: Equatable, Sendable {
  /// The sizes of an id, in bytes.
  package static let idSizes = 1...1023

  /// The credential's id, which no other passkey has.
  package var id: [UInt8]
  /// The encoded COSE key.
  package var publicKey: [UInt8]
  /// The number of signatures that the authenticator counts, or 0 if it does not count.
  package var signatureCounter: UInt32
  /// Whether it can be copied to other devices. It never changes.
  package var isBackupEligible: Bool
  /// Whether it is backed up now.
  package var isBackedUp: Bool
  /// The model of the authenticator: 16 bytes, all zero if it is not given. It is not proved.
  package var aaguid: [UInt8]
  /// How the browser reached the authenticator, such as `internal` or `hybrid`.
  package var transports: [String]

  package init(
    id: [UInt8], publicKey: [UInt8], signatureCounter: UInt32, isBackupEligible: Bool, isBackedUp: Bool,
    aaguid: [UInt8], transports: [String]
  ) {
    self.id = id
    self.publicKey = publicKey
    self.signatureCounter = signatureCounter
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.aaguid = aaguid
    self.transports = transports
  }
}
