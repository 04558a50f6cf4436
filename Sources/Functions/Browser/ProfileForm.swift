// SPDX-License-Identifier: Apache-2.0

import Domain

/// The form of a person's profile: the fields that every account can have, and those of the policy's `profile.fields`
/// that are texts, numbers, choices or switches, also within an object. Other fields are left to the app.
struct ProfileForm {
  private let policy: Policy
  private let request: PageRequest
  private let inputs: [Input]

  /// A field of the form.
  private struct Input {
    /// The names that lead to the value: `["privacy", "marketing"]`.
    let path: [String]
    let schema: JSON
    let isRequired: Bool
    let isReadOnly: Bool

    var name: String { "profile." + path.joined(separator: ".") }
    var pointer: String { "/profile/" + path.joined(separator: "/") }
    var label: String { schema["title"]?.string ?? path[path.count - 1] }
    var types: [String] { (schema["type"]?.array ?? [schema["type"] ?? .null]).compactMap(\.string) }
    var choices: [JSON]? { schema["enum"]?.array?.filter { $0.typed != nil } }
    var isSwitch: Bool { types.contains("boolean") }
    var isNumber: Bool { !isSwitch && (types.contains("integer") || types.contains("number")) }
    var isShown: Bool { isSwitch || isNumber || choices != nil || types.contains("string") }
  }

  init(_ policy: Policy, _ request: PageRequest) {
    (self.policy, self.request) = (policy, request)
    inputs = (policy.profile.fields.members?.pairs ?? []).flatMap { name, schema in
      let isReadOnly = policy.profile.isSetByInviter(name)
      guard let members = schema["properties"]?.members, schema["type"] == "object" else {
        let isRequired = schema["x-required"] == true
        return [Input(path: [name], schema: schema, isRequired: isRequired, isReadOnly: isReadOnly)]
      }
      return members.pairs.map { member, schema in
        Input(path: [name, member], schema: schema, isRequired: false, isReadOnly: isReadOnly)
      }
    }.filter(\.isShown)
  }
}

// MARK: What it shows

extension ProfileForm {
  private var isRefused: Bool { request.problem != nil && request.action == "profile" }

  /// Name, user name and telephone number: as in the refused form, or as in the account.
  func names(of account: JSON) -> JSON {
    func value(_ name: String) -> JSON? {
      isRefused ? request.text(name).map(JSON.string) : account[name]
    }
    return .object([
      "displayName": value("displayName"), "username": value("username"), "phone": value("phone"),
      "hasUsername": .bool(policy.profile.username != .off),
      "isNameRequired": .bool(policy.profile.displayName == .required),
      "isUsernameRequired": .bool(policy.profile.username == .required),
      "isPhoneRequired": .bool(policy.profile.phone == .required),
    ])
  }

  /// The languages of the policy, and which one is chosen. An account can have another one.
  func locales(of account: JSON) -> JSON {
    let chosen = isRefused ? request.text("locale") : account["locale"]?.string
    var locales = policy.app.locales
    if let chosen, !locales.contains(chosen) { locales.append(chosen) }
    return .array(
      locales.map {
        ["value": .string($0), "name": .string(Self.name(ofLanguage: $0)), "isChosen": .bool($0 == chosen)]
      })
  }

  /// A language in itself.
  private static func name(ofLanguage tag: String) -> String {
    ["de": "Deutsch", "en": "English", "es": "Español"][tag] ?? tag
  }

  /// The fields of the policy, with their values and messages.
  func fields(of account: JSON) throws(Problem) -> JSON {
    let messages = isRefused ? try request.fieldMessages() : [:]
    return .array(
      inputs.enumerated().compactMap { index, input in
        let stored = input.path.reduce(account["profile"]) { value, name in value?[name] }
        let value = isRefused && !input.isReadOnly ? request.text(input.name) : stored?.typed
        guard !input.isReadOnly || value != nil else { return nil }
        return .object([
          "id": .string("field-\(index)"), "name": .string(input.name), "label": .string(input.label),
          "hint": input.schema["description"], "value": .string(value ?? ""),
          "error": messages[input.pointer].map(JSON.string),
          "isReadOnly": .bool(input.isReadOnly), "isSwitch": .bool(!input.isReadOnly && input.isSwitch),
          "isOn": .bool(value == "true"), "isRequired": .bool(input.isRequired),
          "isNumber": .bool(input.isNumber), "maxLength": input.schema["maxLength"],
          "isChoice": .bool(!input.isReadOnly && !input.isSwitch && input.choices != nil),
          "isText": .bool(!input.isReadOnly && !input.isSwitch && input.choices == nil),
          "choices": .array(
            (input.choices ?? []).map { ["value": .string($0.typed ?? ""), "isChosen": .bool($0.typed == value)] }),
        ])
      })
  }
}

// MARK: The event

extension ProfileForm {
  /// The event of `update-account`. An empty field is removed.
  var event: JSON {
    var event = JSON.Members()
    for name in ["displayName", "username", "phone", "locale"] where request.data.has(name) {
      event[name] = request.text(name).map(JSON.string) ?? .null
    }
    let stored = request.call.caller?.profile ?? [:]
    var profile = JSON.Members()
    for input in inputs where !input.isReadOnly {
      let (first, known) = (input.path[0], input.path.reduce(stored) { value, name in value[name] ?? .null })
      let value = value(of: input, known: known)
      guard input.path.count > 1 else {
        // Nothing is removed that the account does not have, and its owner did not fill in.
        if value != .null || known != .null || input.isRequired { profile[first] = value }
        continue
      }
      var members = (profile[first] ?? stored[first])?.members ?? JSON.Members()
      members[input.path[1]] = value == .null ? nil : value
      if !members.pairs.isEmpty || stored[first] != nil { profile[first] = .object(members) }
    }
    if !profile.pairs.isEmpty { event["profile"] = .object(profile) }
    return .object(event)
  }

  /// The value of a field in its type. What is not of that type stays a text, so that the schema refuses it.
  private func value(of input: Input, known: JSON) -> JSON {
    if input.isSwitch {
      let isOn = request.text(input.name) == "true"
      return isOn || known != .null ? .bool(isOn) : .null
    }
    guard let text = request.text(input.name) else { return .null }
    if let choice = input.choices?.first(where: { $0.typed == text }) { return choice }
    return input.isNumber ? .number(spelling: text) ?? .string(text) : .string(text)
  }
}

extension JSON {
  /// A text, number or switch as a form has it.
  fileprivate var typed: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// A number that a person has typed.
  fileprivate static func number(spelling text: String) -> JSON? {
    if let whole = Int(text) { return JSON(whole) }
    let spelled = text.replacing(",", with: ".")
    guard text.utf8.count < 32, spelled.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }),
      let value = Double(spelled),
      value.isFinite, !spelled.hasPrefix("."), !spelled.hasSuffix("."), !spelled.hasPrefix("-.")
    else { return nil }
    return .number(String(value))
  }
}
