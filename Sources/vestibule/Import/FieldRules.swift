// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// The rules that the functions have for what people say of themselves.
struct FieldRules {
  private let callingCode: String
  // Found once: they are the same for every row.
  private let displayNames = Self.schema("displayName")
  private let phones = Self.schema("phone")
  private let photoURLs = Self.schema("photoURL")
  private let languages = Self.schema("language")

  /// - Parameter callingCode: of the country that a telephone number without one is in.
  init(callingCode: String) { self.callingCode = callingCode }

  func displayName(_ text: String) -> String? { normal(text, displayNames) }
  func photoURL(_ text: String) -> String? { normal(text, photoURLs) }

  func phone(_ text: String) -> String? {
    normal(text, phones).flatMap { PhoneNumber($0, callingCode: callingCode)?.text }
  }

  /// A language tag, also as POSIX writes it: `de_AT`.
  func locale(_ text: String) -> String? {
    normal(String(text.map { $0 == "_" ? "-" : $0 }), languages)
  }

  private func normal(_ text: String, _ schema: Schema) -> String? {
    let (value, fields) = schema.normalise(.string(text))
    return fields.isEmpty ? value.string : nil
  }

  private static func schema(_ name: String) -> Schema { Schema(Catalogue.definition(name) ?? [:]) { _ in nil } }
}
