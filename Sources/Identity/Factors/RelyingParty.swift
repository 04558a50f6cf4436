// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// The relying party of WebAuthn, level 3: the app whose passkeys are registered and used.
package struct RelyingParty: Sendable {
  /// The domain that passkeys belong to, such as `example.org`.
  package let id: String
  /// The app's name, which the browser shows.
  package let name: String
  /// The accepted origins, such as `https://example.org` or `android:apk-key-hash:…`, compared byte by byte.
  package let origins: [String]

  package init(id: String, name: String, origins: [String]) {
    self.id = id
    self.name = name
    self.origins = origins
  }

  /// Verifies the answer to `creationOptions` (section 7.1). Attestation statements are parsed and not verified.
  ///
  /// The caller ends the challenge, and refuses an id that is already registered.
  /// - Parameters:
  ///   - credential: `PublicKeyCredential.toJSON()`.
  ///   - challenge: the bytes of this ceremony's challenge.
  /// - Throws: the refusal; none of the answer's data may be used then.
  package func register(_ credential: JSON, challenge: [UInt8]) throws(WebAuthnRefusal) -> Passkey {
    let presented = try PublicKeyCredential(credential)
    try ClientData(try presented.clientData())
      .verify(.registration, challenge: challenge, origins: origins)
    let data = try AuthenticatorData(try Self.authenticatorData(ofAttestation: try presented.attestationObject()))
    try verify(data)
    guard let attested = data.attestedCredential else { throw .attestedCredentialMissing }
    _ = try COSEKey(encoded: attested.publicKey)
    guard attested.id == presented.id else { throw .otherCredential }
    return Passkey(
      id: attested.id, publicKey: attested.publicKey, signatureCounter: data.signatureCounter,
      isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp),
      aaguid: attested.aaguid, transports: presented.transports)
  }

  /// Verifies the answer to `requestOptions` (section 7.2).
  ///
  /// The caller ends the challenge, and finds the passkey by `PublicKeyCredential.id`. A refusal as `counter` is for
  /// the audit log: the signature was valid.
  /// - Parameters:
  ///   - credential: `PublicKeyCredential.toJSON()`.
  ///   - challenge: the bytes of this ceremony's challenge.
  ///   - passkey: the stored passkey with the credential's id.
  ///   - user: the user handle of the passkey's account, as `creationOptions` had it.
  ///   - allowed: the ids of the request; nil if the request named none, and the account was not known. Then the answer
  ///     must contain the user handle.
  /// - Returns: the passkey to store, with its new counter and backup state.
  /// - Throws: the refusal.
  package func authenticate(
    _ credential: JSON, challenge: [UInt8], passkey: Passkey, user: [UInt8], allowed: [[UInt8]]?
  ) throws(WebAuthnRefusal) -> Passkey {
    let presented = try PublicKeyCredential(credential)
    guard allowed?.contains(presented.id) ?? true else { throw .credentialNotAllowed }
    guard presented.id == passkey.id else { throw .otherCredential }
    let handle = try presented.userHandle()
    guard handle != nil || allowed != nil else { throw .userHandleMissing }
    guard handle == nil || handle == user else { throw .otherUser }

    let clientData = try presented.clientData()
    try ClientData(clientData).verify(.authentication, challenge: challenge, origins: origins)
    let signed = try presented.authenticatorData()
    let data = try AuthenticatorData(signed)
    try verify(data)
    guard data.attestedCredential == nil else { throw .attestedCredentialUnexpected }
    guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .backupEligibilityChanged }

    let key = try COSEKey(encoded: passkey.publicKey)
    let hash = SHA256.hash(data: clientData).withUnsafeBytes { Array($0) }
    guard key.verifies(try presented.signature(), of: signed + hash) else { throw .invalidSignature }
    let counters = (stored: passkey.signatureCounter, new: data.signatureCounter)
    guard counters.new > counters.stored || counters == (0, 0) else { throw .counter }
    var used = passkey
    used.signatureCounter = data.signatureCounter
    used.isBackedUp = data.flags.contains(.backedUp)
    return used
  }

  /// What both ceremonies verify in authenticator data.
  private func verify(_ data: AuthenticatorData) throws(WebAuthnRefusal) {
    let hash = SHA256.hash(data: Array(id.utf8)).withUnsafeBytes { Array($0) }
    guard data.relyingPartyHash == hash else { throw .otherRelyingParty }
    guard data.flags.contains(.userPresent) else { throw .userNotPresent }
    guard data.flags.contains(.userVerified) else { throw .userNotVerified }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw .backedUpButNotEligible
    }
  }

  /// The authenticator data of an attestation object (section 6.5.4). The statement is a map, or an array of them in
  /// the format `compound`.
  private static func authenticatorData(ofAttestation bytes: [UInt8]) throws(WebAuthnRefusal) -> [UInt8] {
    guard let value = try? CBOR(parsing: bytes) else { throw .attestationNotCBOR }
    guard let object = value.entries, object.pairs.count == 3, let format = object[.text("fmt")]?.string,
      (1...32).contains(format.utf8.count), let statement = object[.text("attStmt")],
      format == "compound" ? statement.items != nil : statement.entries != nil,
      let data = object[.text("authData")]?.byteString
    else { throw .invalidAttestationObject }
    guard format != "none" || statement.entries?.pairs.isEmpty == true else { throw .noneStatementNotEmpty }
    return data
  }
}
