// SPDX-License-Identifier: Apache-2.0

import Domain

/// The link in a mail with a code, for a kind of client that has its own route for it. Such mails have a code that is
/// short enough to type.
struct MailLink: Sendable {
  /// Makes the path with its query, relative to `PUBLIC_URL`.
  let path: @Sendable (_ code: SignInCode, _ decision: Decision) throws(Problem) -> String
}
