import Domain

/// The button of the page that verifies an address: what `verify-email` does with a code, shown as a page.
public enum VerifyEmailConfirm: PageFunction {
  public static let name = "verify-email-confirm"
  public static let page = VerifyEmailPage.page
  public static let granted = "isDone"
  public static let refused = VerifyEmailPage.refused
  public static let isNamedByData = true

  public static func event(from data: Fields) throws(Problem) -> VerifyEmail.Event {
    .confirmation(code: try data.code("code"))
  }

  public static func answer(
    _ event: VerifyEmail.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> JSON {
    try VerifyEmail.answer(event, call, environment)
  }
}
