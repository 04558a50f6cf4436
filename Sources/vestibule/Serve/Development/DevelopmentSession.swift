// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import NIOHTTP1
import Pages

/// Signs the browser in as the first admin, or opens the link of a mail without a session, by one click. Only for
/// browsers of this machine, whose user could read the admin's password and the mails anyway.
struct DevelopmentSession {
  let url: String
  let admin: FirstAdmin

  static let signIn = "/development/sign-in"
  static let open = "/development/open"
  static let link = "link"

  /// Whether one of the cookies of a request is a session of the pages.
  static func isCookie(_ cookie: Substring, _ url: String) -> Bool {
    String(cookie).trimmed.hasPrefix("\(PageCookie.session.name(url))=")
  }

  /// Signs the browser in, and leads it to the admin's clients.
  func signedIn() throws(Failure) -> WebAnswer {
    guard let address = EmailAddress(admin.email) else { throw .usage("\(admin.email) is not a mail address") }
    let environment = try operatorEnvironment()
    var call = Call.ofOperator("serve", environment)
    call.isFromPage = true
    let session = try deciding { () throws(Problem) in
      try environment.write(call) { (decision) throws(Problem) in
        guard let account = try decision.tables.accounts.find(email: address) else {
          throw Problem(.notFound, "the first admin's account has another address now, or is gone")
        }
        return try decision.sessions.begin(forOperatorAs: account)
      }
    }
    guard let cookie = session["cookie"]?.string else { throw .unavailable("the session has no cookie") }
    return leading(to: "\(url)/clients", PageCookie.session.header(cookie, url, lifetime: nil))
  }

  /// Forgets who is signed in, and opens a link of a mail.
  /// - Returns: nil if the link leads to another server.
  func opened(_ link: String) -> WebAnswer? {
    guard link.hasPrefix("\(url)/"), link.isVisibleASCII else { return nil }
    return leading(to: link, PageCookie.session.header("", url, lifetime: .zero))
  }

  private func leading(to location: String, _ cookie: String) -> WebAnswer {
    WebAnswer(
      status: 303, type: "text/plain; charset=utf-8", "",
      headers: [("Location", location), ("Set-Cookie", cookie)])
  }
}
