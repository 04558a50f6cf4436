// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// Where password managers lead people who want to change their password (w3c.github.io/webappsec-change-password-url):
/// signed-in people to the security page, others to the page that sends a link.
package enum ChangePasswordPage: BrowserPage {
  package static let name = "change-password-page"
  /// It shows nothing of its own.
  package static let page = ErrorPage.page
  package static let variables = ErrorPage.variables
  package static let path = ".well-known/change-password"

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    try request.environment.policy.requirePasswords()
    return PageResponse(location: request.url(request.call.session == nil ? ResetPasswordPage.page : SecurityPage.path))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse { try show(request) }
}
