// SPDX-License-Identifier: Apache-2.0

import Domain

/// The link of a mail that brings a code, of a client that has a route of its own for it. Its mails have a code that is
/// short enough to type.
struct MailLink: Sendable {
  /// Makes the path with its query, relative to `PUBLIC_URL`.
  let path: @Sendable (_ code: SignInCode, _ decision: Decision) throws(Problem) -> String
}
