// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page that ends the session of a browser.
package enum SignOutPage: BrowserPage {
  package static let name = "sign-out-page"
  package static let page = "sign-out"
  package static let path = "account/sign-out"

  private enum Section: String, PageFlag { case isAsked, isDone }

  package static var variables: [String] { [Section.names] + form() }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    PageResponse(request.call.session == nil ? Section.isDone : .isAsked)
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    if request.call.session != nil { try request.perform(SignOut.self) }
    var output = request.again()
    output.cookies = [PageCookie.session.header("", request.publicURL, lifetime: .zero)]
    output.clearsCache = true
    return output
  }
}
