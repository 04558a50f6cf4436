// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Functions
import HTTP
import Identity

/// A request for an access token (RFC 6749, section 5).
struct OAuthTokenRequest {
  let url: String
  let form: [(String, String)]

  struct Answer {
    let token: String
    /// How long the token is valid from now on.
    let lifetime: Duration
    /// A new refresh token; nil if the one of the request stays.
    let refreshToken: String?

    /// The token, which is replaced a few minutes before its end.
    func token(madeAt now: Timestamp) -> ServiceTokens.Token {
      ServiceTokens.Token(token, expiresAt: now + max(.minutes(1), lifetime - .minutes(5)))
    }
  }

  /// - Throws: `service/unavailable` if the endpoint gives no token.
  func answer(by deadline: Deadline) throws(Problem) -> Answer {
    let curl = try Curl()
    curl.begin(url)
    curl.post(form: formEncoded(form))
    let reply = curl.perform(by: deadline)
    let json = try? JSON(parsing: reply.body)
    guard reply.code == CURLE_OK, reply.status == 200, let token = json?["access_token"]?.string, !token.isEmpty,
      token.isVisibleASCII
    else {
      let error = json?["error"]?.string.map { " \($0.prefix(64))" } ?? ""
      let cause = reply.code == CURLE_OK ? "HTTP status \(reply.status)\(error)" : reply.failure
      throw .unavailable("there is no access token from \(url)", cause: cause)
    }
    let replaced = json?["refresh_token"]?.string
    return Answer(
      token: token, lifetime: .seconds(max(0, min(json?["expires_in"]?.integer ?? 3600, 86_400))),
      refreshToken: replaced?.isEmpty == false ? replaced : nil)
  }
}
