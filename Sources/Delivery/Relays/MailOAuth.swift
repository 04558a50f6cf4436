// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Identity

/// The access tokens for `auth=xoauth2`, from the client of `MAIL_OAUTH` (RFC 6749, sections 4.4 and 6). Google and
/// Microsoft document the login under the names "XOAUTH2 mechanism" and "Authenticate an IMAP, POP or SMTP connection
/// using OAuth".
struct MailOAuth {
  private let tokenURL: String
  private let parameters: [(name: String, value: String)]
  private let refreshToken: String?
  /// The name of the access token in the database. Another client or refresh token of the operator is another name.
  let tokenName: String

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ settings: Settings) throws(Problem) {
    func wrong(_ what: String) -> Problem { .misconfigured("MAIL_OAUTH", what) }
    guard let text = try settings["MAIL_OAUTH"] else { throw wrong("is unset, and MAIL_URL has auth=xoauth2") }
    guard let json = try? JSON(parsing: Array(text.utf8)), json.members != nil else {
      throw wrong("should be JSON with tokenURL, clientID, clientSecret, refreshToken and scope")
    }
    func value(_ name: String) throws(Problem) -> String? {
      guard let value = json[name], value != .null else { return nil }
      guard let text = value.string, !text.isEmpty else { throw wrong("\(name) should be a text that is not empty") }
      return text
    }
    guard let url = try value("tokenURL"), isConfidential(url) else {
      throw wrong("tokenURL should be an https URL")
    }
    guard let clientID = try value("clientID") else { throw wrong("clientID is missing") }
    let secret = try value("clientSecret")
    refreshToken = try value("refreshToken")
    guard refreshToken != nil || secret != nil else {
      throw wrong("has neither a refreshToken nor a clientSecret for client credentials")
    }
    tokenURL = url
    let optional = [("client_secret", secret), ("scope", try value("scope"))]
    parameters = [("client_id", clientID)] + optional.compactMap { name, value in value.map { (name, $0) } }
    tokenName = "mail \(hashed(text).prefix(16))"
  }

  /// A usable access token: a stored one, or a new one.
  /// - Throws: `service/unavailable` if the endpoint gives none.
  func accessToken(_ tokens: ServiceTokens, by deadline: Deadline) throws(Problem) -> String {
    try tokens.tokenMadeByOneProcess(tokenName) { (now) throws(Problem) in
      let known = try refreshToken.map { (first) throws(Problem) in try tokens.replacement(of: tokenName) ?? first }
      let grant =
        known.map { [("grant_type", "refresh_token"), ("refresh_token", $0)] } ?? [("grant_type", "client_credentials")]
      let request = OAuthTokenRequest(url: tokenURL, form: grant + parameters.map { ($0.name, $0.value) })
      let answer = try request.answer(by: deadline)
      if let replaced = answer.refreshToken, let known, replaced != known {
        try tokens.replace(tokenName, with: replaced)
      }
      return answer.token(madeAt: now)
    }
  }
}
