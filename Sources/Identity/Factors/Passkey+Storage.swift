// SPDX-License-Identifier: Apache-2.0

import Storage

extension Passkey {
  /// A stored passkey; nil if its values are damaged.
  package init?(_ stored: FactorCredential) {
    guard let id = bytes(base64: stored.id), let key = bytes(base64: stored.publicKey),
      let aaguid = bytes(base64: stored.aaguid), let counter = UInt32(exactly: stored.counter)
    else { return nil }
    self.init(
      id: id, publicKey: key, signatureCounter: counter, isBackupEligible: stored.isBackupEligible,
      isBackedUp: stored.isBackedUp, aaguid: aaguid, transports: stored.transports)
  }

  /// The passkey in its stored form.
  package var stored: FactorCredential {
    FactorCredential(
      id: id.base64URL, publicKey: publicKey.base64URL, counter: Int(signatureCounter),
      isBackupEligible: isBackupEligible, isBackedUp: isBackedUp, aaguid: aaguid.base64URL, transports: transports)
  }
}
