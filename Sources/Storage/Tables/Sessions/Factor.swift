// SPDX-License-Identifier: Apache-2.0

import Domain

/// A second factor of an account.
package struct Factor: Equatable, Sendable {
  /// The kind of a factor, as in the column `type`.
  package enum Kind: String, CaseIterable, Sendable { case totp, passkey }

  package var id: String
  package var accountID: String
  package var type: Kind
  package var name: String?
  package var createdAt: Timestamp
  /// When the enrollment ends, unless the factor is confirmed.
  package var expiresAt: Timestamp
  package var confirmedAt: Timestamp?
  package var lastUsedAt: Timestamp?
  /// The encrypted secret of TOTP codes, or the encrypted challenge of a passkey that is not confirmed.
  package var sealedSecret: String?
  /// The time step of the last accepted TOTP code.
  package var lastStep: Int?
  /// Of a confirmed passkey.
  package var credential: FactorCredential?

  package init(
    id: String, accountID: String, type: Kind, name: String?, createdAt: Timestamp, expiresAt: Timestamp,
    confirmedAt: Timestamp? = nil, lastUsedAt: Timestamp? = nil, sealedSecret: String?, lastStep: Int? = nil,
    credential: FactorCredential? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.type = type
    self.name = name
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.confirmedAt = confirmedAt
    self.lastUsedAt = lastUsedAt
    self.sealedSecret = sealedSecret
    self.lastStep = lastStep
    self.credential = credential
  }
}

/// The credential of a passkey, with binary values in base64url.
package struct FactorCredential: Equatable, Sendable {
  package var id: String
  package var publicKey: String
  package var counter: Int
  package var isBackupEligible: Bool
  package var isBackedUp: Bool
  package var aaguid: String
  package var transports: [String]

  package init(
    id: String, publicKey: String, counter: Int, isBackupEligible: Bool, isBackedUp: Bool, aaguid: String,
    transports: [String]
  ) {
    self.id = id
    self.publicKey = publicKey
    self.counter = counter
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.aaguid = aaguid
    self.transports = transports
  }
}
