// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Verifies second factors and records their use, in the transaction of a decision.
package struct Factors {
  let decision: Decision

  /// The id of the factor that a passkey is; nil if it is unknown.
  package func id(ofPasskey id: [UInt8]) throws(Problem) -> String? {
    try decision.tables.factors.find(credentialID: id.base64URL)?.id
  }
}
