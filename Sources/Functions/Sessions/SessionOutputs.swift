// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What the holder of a session gets: the member `session` of a result.
enum SessionTokens {
  /// The tokens of an app's session.
  case app(accessToken: String, accessTokenExpiresAt: Timestamp, refreshToken: String)
  /// The value of a browser's cookie. Only pages get it.
  case browser(cookie: String, endsAt: Timestamp)
  /// The browser keeps its cookie.
  case unchanged

  var json: JSON {
    switch self {
    case .app(let accessToken, let accessTokenExpiresAt, let refreshToken):
      [
        "accessToken": .string(accessToken), "accessTokenExpiresAt": .string(accessTokenExpiresAt.rfc3339),
        "refreshToken": .string(refreshToken),
      ]
    case .browser(let cookie, let endsAt): ["cookie": .string(cookie), "endsAt": .string(endsAt.rfc3339)]
    case .unchanged: [:]
    }
  }
}

/// The result of a function that signs in: the account, its state, its new session and the invitations that wait for
/// it.
package struct SignedInOutput: FunctionOutput {
  let account: Account
  let session: SessionTokens
  let accountState: AccountState
  let invitations: [WaitingInvitation]
  let waiting: WaitingAcceptance?

  package var json: JSON {
    JSON.object([
      "account": account.json, "session": session.json, "invitations": .array(invitations.map(\.json)),
      "waiting": waiting?.json,
    ]).merging(accountState.json)
  }
}
