// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of the unsubscribe link in an invitation's mail, for mail programs without their own button. Only the
/// button of the page unsubscribes.
package enum UnsubscribePage: LinkPage {
  package static let name = "unsubscribe-page"
  package static let page = "unsubscribe"
  package static let refused: [ErrorCode: String] = [.codeInvalid: "isIncomplete", .eventInvalid: "isIncomplete"]
  package static let repeated = ["token"]
  package static var variables: [String] { sectionNames + ["email"] }
  package static func memory(of data: Fields) -> AnswerMemory { .ofAccount }

  /// Mail programs post this field with one click (RFC 8058), as a form to the same route.
  package static func isOfProgram(_ data: JSON) -> Bool { data["List-Unsubscribe"] == "One-Click" }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    ["email": .string(try Unsubscribe.address(of: try data.text("token"), environment).text)]
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    try perform(Unsubscribe.self, ["token"], of: data, call, environment)
  }
}
