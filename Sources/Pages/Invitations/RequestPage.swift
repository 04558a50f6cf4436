// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page on which a person asks for a new link, because the invitation has ended. It shows the same for every code.
package enum RequestPage: LinkPage {
  package static let name = "request-page"
  package static let page = "request"
  package static let refused: [ErrorCode: String] = [.eventInvalid: "isUnknown"]
  package static let repeated = ["code"]
  package static let action = "request-invitation"
  package static var variables: [String] { sectionNames }
  /// A person may ask again on another day.
  package static func memory(of data: Fields) -> AnswerMemory { .ofAccount }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON { [:] }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    try perform(RequestInvitation.self, ["code"], of: data, call, environment)
  }
}
