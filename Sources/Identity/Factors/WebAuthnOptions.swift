// SPDX-License-Identifier: Apache-2.0

import Domain

// The options of ceremonies in the JSON that `PublicKeyCredential.parseCreationOptionsFromJSON()` and
// `parseRequestOptionsFromJSON()` read (WebAuthn, level 3, sections 5.1.9 and 5.1.10). Binary values are base64url.

extension RelyingParty {
  /// The account of a new passkey.
  package struct User: Sendable {
    /// The user handle: from 1 to 64 bytes that contain no personal data.
    package let handle: [UInt8]
    /// The name that distinguishes accounts, such as the email address.
    package let name: String
    /// The person's name.
    package let displayName: String

    package init(handle: [UInt8], name: String, displayName: String) {
      self.handle = handle
      self.name = name
      self.displayName = displayName
    }
  }

  /// The options of a registration (section 5.4): a discoverable credential of one of `COSEKey.Algorithm`, with user
  /// verification and without attestation.
  /// - Parameters:
  ///   - challenge: at least 16 random bytes (section 13.4.3).
  ///   - existing: the account's passkeys. An authenticator that has one of them makes no other.
  ///   - timeout: how long the browser waits, in whole milliseconds.
  package func creationOptions(
    for user: User, challenge: [UInt8], existing: [Passkey], timeout: Duration
  ) -> JSON {
    [
      "rp": ["id": .string(id), "name": .string(name)],
      "user": [
        "id": .string(user.handle.base64URL), "name": .string(user.name), "displayName": .string(user.displayName),
      ],
      "challenge": .string(challenge.base64URL),
      "pubKeyCredParams": .array(COSEKey.Algorithm.allCases.map { ["type": "public-key", "alg": JSON($0.rawValue)] }),
      "timeout": JSON(timeout.wholeMilliseconds),
      "excludeCredentials": .array(existing.map(Self.descriptor)),
      "authenticatorSelection": [
        "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
      ],
      "attestation": "none",
    ]
  }

  /// The options of an authentication (section 5.5), with user verification.
  /// - Parameters:
  ///   - challenge: at least 16 random bytes (section 13.4.3).
  ///   - allowed: the account's passkeys; empty if the account is not known, so that the person chooses a discoverable
  ///     credential.
  ///   - timeout: how long the browser waits, in whole milliseconds.
  package func requestOptions(challenge: [UInt8], allowed: [Passkey], timeout: Duration) -> JSON {
    [
      "challenge": .string(challenge.base64URL),
      "timeout": JSON(timeout.wholeMilliseconds),
      "rpId": .string(id),
      "allowCredentials": .array(allowed.map(Self.descriptor)),
      "userVerification": "required",
    ]
  }

  /// Section 5.8.3.
  private static func descriptor(_ passkey: Passkey) -> JSON {
    let transports = passkey.transports.isEmpty ? nil : JSON(passkey.transports)
    return .object(["type": "public-key", "id": .string(passkey.id.base64URL), "transports": transports])
  }
}
