// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The form of the page that resets a password: `reset-password` with a code, shown as a page. After a weak password
/// the form is shown again, and the code stays valid.
package enum ResetPasswordConfirm: PageFunction {
  package static let name = "reset-password-confirm"
  package static let page = ResetPasswordPage.page
  package static let granted = "isDone"
  package static let refused = ResetPasswordPage.refused.merging([.weakPassword: "isAsked"]) { $1 }
  package static let repeated = ["code", "email"]
  package static let action = "confirm"
  package static let isAboutAccountFields = true
  package static let deduplicatesByPayload = true

  package typealias Output = ResetPassword.Output

  package static func event(from data: Fields) throws(Problem) -> ResetPassword.Event {
    .confirmation(code: try data.code("code"), newPassword: try data.text("newPassword"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    try ResetPassword.badFields(in: data, rules)
  }

  package static func answer(
    _ event: ResetPassword.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try ResetPassword.answer(event, call, environment)
  }
}
