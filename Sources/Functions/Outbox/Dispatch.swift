// SPDX-License-Identifier: Apache-2.0

/// Who sends a queued message.
package enum Dispatch {
  /// This process, before its event ends. No other process leases the message.
  case now
  /// The next `deliver-mail`.
  case later
  /// Nobody. The row hides that an address has no account. It has no recipient, is created as `cancelled`, and is
  /// deleted with other ended messages.
  case decoy
}
