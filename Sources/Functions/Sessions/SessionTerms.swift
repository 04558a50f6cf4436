// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a kind of client asks of its sessions. The defaults are those of this service's own clients.
struct SessionTerms: Sendable {
  /// Whether a session begins. If not, the client gets it later, for a code.
  var begins = true
  /// Whether a session begins before the second factor of the account is passed. It opens nothing until then.
  var mayAwaitFactor = false
  /// Whether no session begins before a required proof of the address.
  var requiresProvenAddress = false
  /// How the person signs in, which the session stores.
  var method: String?
  /// The claims of access tokens in addition to those that the policy adds, which it gets.
  var claims: (@Sendable (Sessions, Session, Account, JSON.Members) throws(Problem) -> JSON)?
}
