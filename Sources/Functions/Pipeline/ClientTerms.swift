// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What a kind of client asks in addition to the event: of new accounts, of sessions, and of the links of mails. The
/// defaults are those of this service's own clients; `Supabase` has those of another kind.
package struct ClientTerms: Sendable {
  var newAccounts = NewAccountTerms()
  var sessions = SessionTerms()
  /// The client's own link of a mail that brings a code; nil for the page of this service.
  var link: @Sendable (AccountCode.Purpose) -> MailLink? = { _ in nil }
}
