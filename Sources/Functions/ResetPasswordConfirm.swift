// SPDX-License-Identifier: Apache-2.0

import Domain

/// The form of the page that resets a password: `reset-password` with a code, shown as a page. After a weak password
/// the form is shown again, and the code stays valid.
public enum ResetPasswordConfirm: PageFunction {
  public static let name = "reset-password-confirm"
  public static let page = ResetPasswordPage.page
  public static let granted = "isDone"
  public static let refused = ResetPasswordPage.refused.merging([.weakPassword: "isAsked"]) { $1 }
  public static let repeated = ["code", "email"]
  public static let action = "confirm"
  public static let isAboutAccountFields = true
  public static let deduplicatesByPayload = true

  public typealias Output = ResetPassword.Output

  public static func event(from data: Fields) throws(Problem) -> ResetPassword.Event {
    .confirmation(code: try data.code("code"), newPassword: try data.text("newPassword"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    try ResetPassword.badFields(in: data, rules)
  }

  public static func answer(
    _ event: ResetPassword.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try ResetPassword.answer(event, call, environment)
  }
}
