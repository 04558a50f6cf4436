// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Fields {
  /// `birthDate` and `consent` of an event.
  func statement() throws(Problem) -> Statement {
    let consent = optionalFields("consent")
    let birthDate = optionalText("birthDate").map(BirthDate.init)
    // The pattern of the schema lets pass what is no day, such as 30 February.
    guard birthDate != .some(nil) else {
      throw .invalid("/birthDate", .eventInvalid, "should be a day of the calendar, such as 2010-05-31")
    }
    return Statement(
      birthDate: birthDate ?? nil, version: consent?.optionalText("version"),
      guardianEmail: consent?.optionalEmail("guardianEmail"))
  }
}
