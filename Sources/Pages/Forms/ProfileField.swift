// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A field of the policy's `profile.fields` as a form has it: a text, a number, a choice or a switch. A member of an
/// object is a field of its own. Lists and deeper objects are left to the app.
struct ProfileField {
  /// Before the name of each of these fields in a form.
  static let prefix = "profile."

  /// The names that lead to the value: `["privacy", "marketing"]`.
  let path: [String]
  let isRequired: Bool
  /// Whether only an inviter sets it.
  let isReadOnly: Bool
  fileprivate let schema: JSON

  /// - Parameter language: of the titles.
  static func all(_ rules: Policy.ProfileRules, _ language: LanguageTag) -> [ProfileField] {
    (rules.fields(in: language.chain).members?.pairs ?? []).flatMap { name, schema in
      let isReadOnly = rules.isSetByInviter(name)
      guard let members = schema["properties"]?.members, schema["type"] == "object" else {
        let isRequired = rules.requiredFields.contains(name)
        return [ProfileField(path: [name], isRequired: isRequired, isReadOnly: isReadOnly, schema: schema)]
      }
      return members.pairs.map { member, schema in
        ProfileField(path: [name, member], isRequired: false, isReadOnly: isReadOnly, schema: schema)
      }
    }.filter(\.isShown)
  }

  /// How people call the fields, by the ids of their inputs.
  static func names(_ rules: Policy.ProfileRules, _ language: LanguageTag) -> [String: JSON] {
    Dictionary(all(rules, language).map { ($0.name, $0.label) }) { first, _ in first }
  }

  var name: String { Self.prefix + path.joined(separator: ".") }
  var pointer: String { "/profile/" + path.joined(separator: "/") }

  private var types: [String] { (schema["type"]?.array ?? [schema["type"] ?? .null]).compactMap(\.string) }
  fileprivate var choices: [JSON]? { schema["enum"]?.array?.filter { $0.typed != nil } }
  fileprivate var isSwitch: Bool { types.contains("boolean") }
  fileprivate var isNumber: Bool { !isSwitch && (types.contains("integer") || types.contains("number")) }
  private var isInteger: Bool { isNumber && !types.contains("number") }
  private var isShown: Bool { isSwitch || isNumber || choices != nil || types.contains("string") }

  fileprivate var label: JSON { schema["title"] ?? .string(path[path.count - 1]) }

  /// The value in a profile.
  func value(in profile: JSON?) -> JSON? { path.reduce(profile) { value, name in value?[name] } }

  /// A typed text as a value. A text that does not fit the field's type stays a text, so that the schema refuses it.
  /// - Parameters:
  ///   - text: nil for an empty field, or a switch that is off.
  ///   - known: the account's value.
  /// - Returns: null for no value. A switch that is off is false only if the account has a value.
  func value(typed text: String?, known: JSON = .null) -> JSON {
    if isSwitch { return text == "true" || known != .null ? .bool(text == "true") : .null }
    guard let text else { return .null }
    if text == known.typed { return known }
    if let choice = choices?.first(where: { $0.typed == text }) { return choice }
    if isInteger { return Int(text).map { JSON($0) } ?? .string(text) }
    return isNumber ? .number(spelling: text) ?? .string(text) : .string(text)
  }
}

/// The variables of `partials/profile-field.html`.
struct ShownProfileField: PageModel {
  let field: ProfileField
  /// The id of its HTML element.
  let id: String
  /// What it contains, as in a form.
  let value: String?
  let error: String?

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.id }, .text("name") { $0.field.name }, .json("label") { $0.field.label },
    .json("hint") { $0.field.schema["description"] }, .text("value") { $0.value ?? "" }, .text("error") { $0.error },
    .flag("isReadOnly") { $0.field.isReadOnly }, .flag("isSwitch") { !$0.field.isReadOnly && $0.field.isSwitch },
    .flag("isOn") { $0.value == "true" }, .flag("isRequired") { $0.field.isRequired },
    .flag("isNumber") { $0.field.isNumber }, .json("maxLength") { $0.field.schema["maxLength"] },
    .flag("isChoice") { !$0.field.isReadOnly && !$0.field.isSwitch && $0.field.choices != nil },
    .flag("isText") { !$0.field.isReadOnly && !$0.field.isSwitch && $0.field.choices == nil },
    .list("choices") { shown in
      (shown.field.choices ?? []).map { FieldChoice(value: $0.typed ?? "", isChosen: $0.typed == shown.value) }
    },
  ]

  private struct FieldChoice: PageModel {
    let value: String
    let isChosen: Bool

    static let variables: [PageVariable<Self>] = [.text("value") { $0.value }, .flag("isChosen") { $0.isChosen }]
  }
}

extension JSON {
  /// A text, number or switch as a form has it.
  var typed: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// A number that a person has typed, also with a decimal comma.
  /// - Returns: nil for what is none, and for `1,000` and `1.000`, which mean a thousand to some people.
  fileprivate static func number(spelling text: String) -> JSON? {
    if let whole = Int(text) { return JSON(whole) }
    let parts = text.split(whereSeparator: { $0 == "," || $0 == "." })
    if parts.count == 2, parts[1].count == 3, !["0", "-0"].contains(parts[0]) { return nil }
    let spelled = text.replacing(",", with: ".")
    guard text.utf8.count < 32, spelled.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }),
      let value = Double(spelled),
      value.isFinite, !spelled.hasPrefix("."), !spelled.hasSuffix("."), !spelled.hasPrefix("-.")
    else { return nil }
    return .number(String(value))
  }
}
