// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// The rules that the functions have for fields of accounts.
struct FieldRules {
  private let callingCode: String
  // Looked up once for all rows.
  private let displayNames = Self.schema("displayName")
  private let usernames = Self.schema("username")
  private let phones = Self.schema("phone")
  private let photoURLs = Self.schema("photoURL")
  private let languages = Self.schema("language")

  /// - Parameter callingCode: the country's calling code for numbers without one.
  init(callingCode: String) { self.callingCode = callingCode }

  func displayName(_ text: String) -> String? {
    normal(text, displayNames).flatMap { PersonName.isUsable($0) ? $0 : nil }
  }

  func username(_ text: String) -> String? { normal(text, usernames).flatMap { Username($0)?.text } }
  func photoURL(_ text: String) -> String? { normal(text, photoURLs) }

  func phone(_ text: String) -> String? {
    normal(text, phones).flatMap { PhoneNumber($0, callingCode: callingCode)?.text }
  }

  /// A language tag, or a POSIX locale such as `de_AT`.
  func locale(_ text: String) -> String? {
    normal(String(text.map { $0 == "_" ? "-" : $0 }), languages)
  }

  private func normal(_ text: String, _ schema: Schema) -> String? {
    let (value, fields) = schema.normalise(.string(text))
    return fields.isEmpty ? value.string : nil
  }

  private static func schema(_ name: String) -> Schema { Schema(Catalogue.definition(name) ?? [:]) { _ in nil } }
}
