// SPDX-License-Identifier: Apache-2.0

import Domain

/// The tokens of a session: the member `session` of a result.
struct SessionTokens {
  let accessToken: String
  let accessTokenExpiresAt: Timestamp
  let refreshToken: String

  var json: JSON {
    [
      "accessToken": .string(accessToken), "accessTokenExpiresAt": .string(accessTokenExpiresAt.rfc3339),
      "refreshToken": .string(refreshToken),
    ]
  }
}

/// The result of a function that signs in: the account, its new session, its standing and the invitations that wait for
/// it.
package struct SignedInOutput: FunctionOutput {
  let account: Account
  let session: SessionTokens
  let standing: Standing
  let invitations: [WaitingInvitation]

  package var json: JSON {
    JSON.object([
      "account": account.json, "session": session.json, "invitations": .array(invitations.map(\.json)),
    ]).merging(standing.json)
  }
}
