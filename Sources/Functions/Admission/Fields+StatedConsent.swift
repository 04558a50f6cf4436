// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Fields {
  /// `birthDate` and `consent` of an event.
  func statement() throws(Problem) -> StatedConsent {
    let consent = optionalFields("consent")
    let birthDate = optionalText("birthDate").flatMap(BirthDate.init)
    guard birthDate != nil || optionalText("birthDate") == nil else { throw .invalid([.invalidBirthDate]) }
    return StatedConsent(
      birthDate: birthDate, version: consent?.optionalText("version"),
      guardianEmail: consent?.optionalEmail("guardianEmail"))
  }
}

extension Problem.Field {
  /// For texts that match the schema's pattern but are not dates, such as 30 February.
  static let invalidBirthDate = Problem.Field(
    pointer: "/birthDate", detail: "should be a calendar date, such as 2010-05-31", variant: "date")
}
