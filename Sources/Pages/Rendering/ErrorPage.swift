// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page that a web server shows for its own errors: an unknown path, or a function that is not available.
package enum ErrorPage: PageFunction {
  package static let name = "error-page"
  package static let page = "error"
  package static let granted = "isOther"
  package static let variables = ["isNotFound isForbidden isLimited isLater isOther"]

  package struct Event {
    let status: Int
  }

  /// The page always shows an error.
  package typealias Output = Never

  package static func event(from data: Fields) throws(Problem) -> Event {
    let status = data.optionalText("status").flatMap(Int.init) ?? 404
    return Event(status: (400...599).contains(status) ? status : 404)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    var problem = Problem(.notFound, "the web server reports the error status \(event.status)")
    problem.answered = ["status": JSON(event.status)]
    throw problem
  }
}
