// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a kind of client asks of new accounts. The defaults are those of this service's own clients.
struct NewAccountTerms: Sendable {
  /// The role if the event names none; nil for the only one of the policy.
  var role: String?
  /// Whether a sign-up may leave out what the policy requires. The account then has to be completed.
  var omission = Omission.refused
  /// Whether a mailed code makes an account of an address that has none: when it is asked for, and when it signs in.
  var areMadeByMailedCode = false
  /// What the app stores with the account: its `user_metadata`; nil if nothing.
  var metadata: JSON?
  /// What the person says about themselves, in the form of a sign-up, if a mailed code makes the account.
  var stated: JSON = [:]
}
