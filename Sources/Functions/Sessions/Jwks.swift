// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The public keys of access tokens as a JWK set (RFC 7517, section 5), for services that verify tokens themselves.
package enum Jwks: Function {
  package static let name = "jwks"

  package typealias Event = NoData
  package typealias Output = JSONDocument

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let keys = try environment.store.read { (transaction) throws(Problem) in
      try environment.authentication.accessTokens.published(in: transaction)
    }
    return .answered(JSONDocument(["keys": .array(keys)]))
  }
}
