// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an access token says, a JSON Web Token. The kit does not verify it: the token is for the server.
struct AccessTokenClaims: Decodable {
  /// The id of the account.
  let accountID: String?
  /// The role of the account.
  let role: Role?
  /// When the server has issued the token, by its clock.
  let issuedAt: Date?

  private enum CodingKeys: String, CodingKey {
    case accountID = "sub"
    case role
    case issuedAt = "iat"
  }

  /// - Returns: nil if it is not a token in the compact form of RFC 7515, or its payload is not JSON.
  init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var payload = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while !payload.utf8.count.isMultiple(of: 4) { payload += "=" }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let data = Data(base64Encoded: payload), let claims = try? decoder.decode(Self.self, from: data) else {
      return nil
    }
    self = claims
  }
}
