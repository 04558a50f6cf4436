// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The page behind the link of the mail that asks a parent or guardian. It says where they stand and has buttons; opening
/// it decides nothing.
public enum GuardianPage: PageFunction {
  public static let name = "guardian-page"
  public static let page = "guardian"
  /// The answer names the section for where the guardian stands.
  public static let granted = "isShown"
  public static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isUsed", .userDisabled: "isClosed", .eventInvalid: "isIncomplete",
  ]
  public static let repeated = ["code"]

  public struct Event {
    let code: String
  }

  public static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.store.read { (rows) throws(Problem) in
      try environment.page(of: environment.guardedAccount(ofCode: event.code, rows), call.language)
    }
  }
}
