// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in the mail to a parent or guardian. It shows the state of the consent and has buttons. Opening
/// it decides nothing.
package enum GuardianPage: PageFunction {
  package static let name = "guardian-page"
  package static let page = "guardian"
  /// The result selects the section for the state of the consent.
  package static let granted = "isShown"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isUsed", .userDisabled: "isClosed", .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]
  package static let action = "guardian/confirm"
  package static let variables = [
    "isPending isAgreed isRefused isWithdrawn isNotNeeded isUsed isClosed isIncomplete code days",
    "deletedOn account account.displayName account.email",
  ]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let guarded: GuardedAccount
    /// The day on which an account that the guardian has closed will be deleted.
    let deletedOn: String?

    init(_ guarded: GuardedAccount, _ environment: Environment, _ language: LanguageTag) throws(Problem) {
      self.guarded = guarded
      let account = guarded.account
      let ends = [account.consent.guardianAt.map { $0 + Guardians.closedAccountRetention }, account.deletesAt]
      let end = account.status == .disabled ? ends.compactMap { $0 }.min() : nil
      deletedOn = try end.map { (end) throws(Problem) in try environment.messages.day(end, language).unbroken }
    }

    package var json: JSON {
      .object([
        "account": guarded.account.person, "days": JSON(Guardians.closedAccountRetention.wholeDays),
        "deletedOn": deletedOn.map(JSON.string), guarded.state.rawValue: true,
      ])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let guarded = try environment.read(call) { (decision) throws(Problem) in
      try decision.guardians.guardedAccount(ofCode: event.code)
    }
    return .answered(try Output(guarded, environment, call.language))
  }
}
