// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// What is wrong with the fields of a refused form.
struct RefusedFields {
  /// By the ids of their inputs, in the order of the form.
  private(set) var all: [RefusedField] = []

  /// - Parameters:
  ///   - names: how people call the app's own fields, by the ids of their inputs.
  ///   - missingConsent: the message if the form has the box of the terms, and it is not ticked.
  init(_ refusal: ErrorResult, names: [String: JSON], missingConsent: String? = nil) {
    if refusal.messages.isEmpty, let id = Self.fieldsOfCodes[refusal.code] {
      all = [RefusedField(id: id, ownName: nil, message: refusal.userMessage)]
    }
    for (pointer, text) in refusal.messages {
      let id = Self.id(of: pointer)
      if let index = all.firstIndex(where: { $0.id == id }) {
        // A password may break several rules.
        all[index].message += " " + text
      } else {
        all.append(RefusedField(id: id, ownName: names[id], message: text))
      }
    }
    if let missingConsent, !all.isEmpty, !all.contains(where: { $0.id == "version" }) {
      all.append(RefusedField(id: "version", ownName: nil, message: missingConsent))
    }
    all.sort { Self.place(of: $0.id) < Self.place(of: $1.id) }
  }

  /// The order of the fields in each form. The app's own ones are before the consent.
  private static let order = [
    "role", "name", "email", "note", "password", "newPassword", "displayName", "username", "phone", "birthDate",
    "guardianEmail", "locale", "timeZone", "notes", "profile", "version",
  ]

  private static func place(of id: String) -> Int {
    order.firstIndex { $0 == id || ($0 == "profile" && id.hasPrefix("profile.")) } ?? order.count
  }

  /// The fields of refusals that name none, because programs send them in other places.
  private static let fieldsOfCodes: [ErrorCode: String] = [
    .emailAlreadyInUse: "email", .clientDuplicate: "email", .userNotFound: "email", .wrongPassword: "password",
    .invalidCredential: "password",
  ]

  /// The last part of the pointer. The app's own fields are of the profile.
  private static func id(of pointer: String) -> String {
    let path = pointer.split(separator: "/")
    return path.first == "profile" ? path.joined(separator: ".") : String(path.last ?? "")
  }

  /// The message for each field.
  var messages: JSON { .object(JSON.Members(all.map { ($0.id, .string($0.message)) })) }
}

/// Several fields, for a list with a link to each.
extension RefusedFields: PageModel {
  static let variables: [PageVariable<Self>] = [
    .object(
      "problems", .number("count") { $0.all.count > 1 ? $0.all.count : nil },
      .list("items") { $0.all.count > 1 ? $0.all : nil })
  ]
}

struct RefusedField {
  let id: String
  /// Nil if it is none of the app's own.
  let ownName: JSON?
  fileprivate(set) var message: String
}

/// The name of the field. One without a name is called by its message.
extension RefusedField: PageModel {
  static let variables: [PageVariable<Self>] = [
    .text("field") { $0.id }, .one("of") { NamedField(rawValue: $0.id) },
    .json("label") { $0.ownName ?? (NamedField(rawValue: $0.id) == nil ? .string($0.message) : nil) },
  ]
}

/// A field for which the templates have a name.
private enum NamedField: String, PageFlag {
  case email, username, password, newPassword, displayName, name, phone, birthDate, guardianEmail, version, locale
  case notes, role
}
