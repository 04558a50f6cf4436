import Domain
import Storage

extension Fields {
  /// `birthDate` and `consent` of an event.
  func statement() throws(Problem) -> Statement {
    let consent = optionalFields("consent")
    return Statement(
      birthDate: optionalText("birthDate").flatMap(BirthDate.init), version: consent?.optionalText("version"),
      guardianEmail: consent?.optionalEmail("guardianEmail"))
  }
}
