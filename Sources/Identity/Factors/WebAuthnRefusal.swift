// SPDX-License-Identifier: Apache-2.0

/// Why the answer of an authenticator is refused. Sections are those of Web Authentication, level 3.
package enum WebAuthnRefusal: String, Error, CaseIterable, Sendable {
  // The credential (section 5.1.8).

  /// It is not an object, or its type is not `public-key`.
  case notPublicKeyCredential
  /// `id` is missing, is not base64url, or is not from 1 to 1023 bytes long.
  case invalidCredentialID
  /// `rawId` is not `id`.
  case rawIDDiffers
  /// A member of `response` is missing, is not base64url without padding, or is too long.
  case invalidResponse
  /// The id is not the one of the passkey, or not the one in the authenticator data.
  case otherCredential
  /// The request named credentials, and this is none of them.
  case credentialNotAllowed
  /// `userHandle` is not the one of the passkey's account.
  case otherUser
  /// `userHandle` is missing, although the account was not known before.
  case userHandleMissing

  // The client data (section 5.8.1).

  /// It is not one strict JSON object in UTF-8.
  case clientDataNotJSON
  /// Its type is not the one of this ceremony.
  case otherType
  /// Its challenge is not the one of this ceremony.
  case otherChallenge
  /// Its origin is not one of the relying party's.
  case otherOrigin
  /// The page was in a frame of another origin, or `crossOrigin` is not a boolean.
  case crossOrigin
  /// It names the origin of an outer page.
  case topOrigin

  // The attestation object (section 6.5.4).

  /// It is not one CBOR value in its canonical form, or bytes follow it.
  case attestationNotCBOR
  /// It is not a map of `fmt`, `attStmt` and `authData` only, or one of them has another type.
  case invalidAttestationObject
  /// Its format is `none`, and its statement is not empty (section 8.7).
  case noneStatementNotEmpty

  // The authenticator data (section 6.1).

  /// It ends before its last field.
  case authenticatorDataTooShort
  /// Bytes follow its last field, such as extension data without the flag ED.
  case trailingBytes
  /// The hash of the relying party's id is another one.
  case otherRelyingParty
  /// The flag UP is not set: nobody was present.
  case userNotPresent
  /// The flag UV is not set: the person was not verified.
  case userNotVerified
  /// The flag BS is set without BE: a passkey that cannot be backed up is backed up.
  case backedUpButNotEligible
  /// The flag BE has changed since the registration.
  case backupEligibilityChanged
  /// A registration without the flag AT.
  case attestedCredentialMissing
  /// An assertion with the flag AT.
  case attestedCredentialUnexpected
  /// The length of the credential id is not from 1 to 1023 bytes.
  case invalidCredentialIDLength
  /// The extension data is not a CBOR map of texts in its canonical form.
  case invalidExtensions

  // The public key (RFC 9052, section 7; RFC 9053; RFC 8230).

  /// It is not a CBOR map of integer keys in its canonical form.
  case keyNotCBOR
  /// Its algorithm is none of ES256, EdDSA and RS256.
  case unsupportedAlgorithm
  /// Its type or its curve is not the one of its algorithm.
  case otherKeyType
  /// A parameter is missing, is not needed, or has another type or length.
  case invalidKeyParameters
  /// The point is not on the curve, or generates only a small group.
  case invalidPoint
  /// The RSA key is not from 2048 to 8192 bits long, or its numbers are not those of an RSA key.
  case invalidRSAKey

  // The assertion (section 7.2).

  /// The key does not verify the signature.
  case invalidSignature
  /// The signature counter is equal to the stored one or lower: the authenticator may have been cloned.
  case counter
}
