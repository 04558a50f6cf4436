// SPDX-License-Identifier: Apache-2.0

import Domain

/// The issuer of access tokens and the URL of their keys, for services that verify the tokens (OpenID Connect
/// Discovery 1.0, section 3). There is no authorization endpoint, because apps sign in with the functions.
package enum OpenidConfiguration: Function {
  package static let name = "openid-configuration"

  package typealias Event = NoData
  package typealias Output = JSONDocument

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let own = ["iss", "sub", "aud", "exp", "iat", "sid", "role"]
    let others = environment.policy.accessToken.claims.map(\.name).filter { !own.contains($0) }
    return .answered(
      JSONDocument([
        "issuer": .string(environment.authentication.accessTokens.issuer),
        "jwks_uri": .string("\(try environment.publicURL())/jwks"),
        "id_token_signing_alg_values_supported": ["ES256"], "subject_types_supported": ["public"],
        "response_types_supported": [], "claims_supported": JSON(own + others),
      ]))
  }
}
