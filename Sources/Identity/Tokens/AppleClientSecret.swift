// SPDX-License-Identifier: Apache-2.0

import Domain

/// The client secret of Sign in with Apple: a JSON Web Token that the key of `APPLE_PRIVATE_KEY` signs ("Creating a
/// client secret").
package struct AppleClientSecret {
  private let key: VendorKey
  private let client: AppleClient

  /// Apple accepts up to six months. Each request has its own.
  private static let lifetime = Duration.minutes(5)

  /// Nil if the text is not the content of a `.p8` file.
  /// - Parameter pem: see `VendorKey`.
  package init?(pem: String, _ client: AppleClient) {
    guard let key = VendorKey(pem: pem, .es256) else { return nil }
    self.key = key
    self.client = client
  }

  /// The client secret of one client id.
  package func text(for clientID: String, at now: Timestamp) throws(Problem) -> String {
    let claims: JSON = [
      "iss": .string(client.teamID), "iat": JSON(now.wholeSeconds), "exp": JSON((now + Self.lifetime).wholeSeconds),
      "aud": "https://appleid.apple.com", "sub": .string(clientID),
    ]
    return try key.signed(claims, keyID: client.keyID)
  }
}
