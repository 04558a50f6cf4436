// SPDX-License-Identifier: Apache-2.0

extension AccountRules {
  /// The policy's `profile`: rules for the data of an account.
  package struct ProfileRules: Sendable {
    package let displayName: Presence
    package let username: Presence
    package let phone: Presence
    /// The calling code of telephone numbers without one.
    package let callingCode: String
    /// Whether telephone numbers of other countries are accepted.
    package let takesForeignPhones: Bool
    /// The app's own fields, each with its JSON Schema.
    package let fields: JSON

    package init(_ json: JSON?) throws(PolicyFault) {
      displayName = Presence(rawValue: json?["displayName"]?.string ?? "") ?? .required
      username = Presence(rawValue: json?["username"]?.string ?? "") ?? .off
      phone = Presence(rawValue: json?["phone"]?.string ?? "") ?? .optional
      callingCode = json?["callingCode"]?.string ?? "1"
      takesForeignPhones = json?["foreignPhones"] != "refused"
      fields = json?["fields"] ?? [:]
      for (name, schema) in fields.members?.pairs ?? [] {
        try Self.check(schema, at: "/profile/fields/\(name)", isField: true)
      }
      requiredFields = (fields.members?.pairs ?? []).filter {
        $0.value["x-required"] == true && $0.value["x-setBy"] != "inviter"
      }.map(\.name)
    }

    /// Normalises a telephone number; nil if the policy does not accept it.
    package func phoneNumber(_ text: String?) -> String? {
      let number = text.flatMap { PhoneNumber($0, callingCode: callingCode)?.text }
      return number.flatMap { takesForeignPhones || $0.hasPrefix("+" + callingCode) ? $0 : nil }
    }

    /// A telephone number that an inviter typed: in E.164 if it can be read, and otherwise as given, because an inviter
    /// may note more than a number.
    package func clientPhone(_ text: String?) -> String? { phoneNumber(text) ?? text }

    /// The fields that an account must have and its owner sets (`"x-required": true` in the schema).
    package let requiredFields: [String]

    /// Whether only an inviter may set a field (`"x-setBy": "inviter"` in the schema).
    package func isSetByInviter(_ name: String) -> Bool { fields[name]?["x-setBy"] == "inviter" }

    /// Validates changes of a profile. Null removes a field.
    package func normalise(_ changes: JSON, at pointer: String) -> (value: JSON, fields: [InvalidField]) {
      let schema: JSON = ["type": "object", "properties": fields, "additionalProperties": false]
      let removed = changes.members?.pairs.filter { $0.value == .null && fields[$0.name] != nil } ?? []
      let kept = JSON.object(
        JSON.Members(changes.members?.pairs.filter { $0.value != .null || fields[$0.name] == nil } ?? []))
      let (normal, bad) = Schema(schema, definition: { _ in nil }).normalise(kept)
      let placed = bad.map { field in
        InvalidField(
          pointer: pointer + field.pointer, code: field.code, detail: field.detail, variant: field.variant,
          values: field.values)
      }
      return (normal.merging(.object(JSON.Members(removed))), placed)
    }

    /// Sets the user name of an account, as typed.
    /// - Returns: the broken rule.
    package func setUsername(_ text: String?, of account: inout AccountData) -> [InvalidField] {
      guard let text else { return [] }
      if let wrong = wrongUsername { return [wrong] }
      account.username = Username(text)?.text
      return account.username == nil ? [.invalidUsername] : []
    }

    /// The rule that every user name breaks; nil if the policy has user names.
    package var wrongUsername: InvalidField? {
      username == .off ? InvalidField(pointer: "/username", detail: "the policy does not have user names") : nil
    }

    /// Sets the telephone number of an account, as typed.
    /// - Returns: the broken rule.
    package func setPhone(_ text: String?, of account: inout AccountData) -> [InvalidField] {
      guard let text else { return [] }
      account.phone = phoneNumber(text)
      guard account.phone == nil else { return [] }
      return [
        InvalidField(
          pointer: "/phone", code: .invalidPhoneNumber, detail: "should be a telephone number, such as +1 555 123 4567")
      ]
    }

    /// Applies changes of the app's own fields to an account. Null removes a field.
    /// - Parameter isInviter: who sets the fields; each field belongs either to the owner or to inviters.
    /// - Returns: the broken rules.
    package func apply(_ changes: JSON?, to account: inout AccountData, isInviter: Bool) -> [InvalidField] {
      guard let changes else { return [] }
      let (normal, bad) = normalise(changes, at: "/profile")
      let refused = (changes.members?.pairs ?? []).map(\.name).filter {
        fields[$0] != nil && isSetByInviter($0) != isInviter
      }
      let merged = account.profile.merging(normal)
      account.profile = .object(JSON.Members(merged.members?.pairs.filter { $0.value != .null } ?? []))
      return bad
        + refused.map { name in
          InvalidField(
            pointer: "/profile/\(name)", code: .permissionDenied,
            detail: isInviter ? "is set by the account's owner only" : "is set by inviters only")
        }
    }

    private static let keywords = [
      "type", "enum", "minimum", "maximum", "minLength", "maxLength", "items", "minItems", "maxItems", "properties",
      "required", "additionalProperties", "description", "title", "x-setBy", "x-required",
    ]
    private static let types = ["object", "array", "string", "number", "integer", "boolean", "null"]

    /// Refuses unknown keywords: an ignored keyword would be a rule that does not apply.
    private static func check(_ schema: JSON, at pointer: String, isField: Bool = false) throws(PolicyFault) {
      func wrong(_ place: String, _ why: String) -> PolicyFault { PolicyFault("\(place): \(why)") }
      guard case .object(let members) = schema else { throw wrong(pointer, "should be a JSON Schema") }
      for (name, value) in members.pairs {
        let place = "\(pointer)/\(name)"
        guard keywords.contains(name) else {
          throw wrong(place, "is not a supported keyword. Supported: \(keywords.joined(separator: ", "))")
        }
        switch name {
        case "type":
          let given = value.array ?? [value]
          guard !given.isEmpty, given.allSatisfy({ types.contains($0.string ?? "") }) else {
            throw wrong(place, "should be one of \(types.joined(separator: ", "))")
          }
        case "enum", "required":
          guard value.array != nil else { throw wrong(place, "should be an array") }
        case "minimum", "maximum":
          guard value.double != nil else { throw wrong(place, "should be a number") }
        case "minLength", "maxLength", "minItems", "maxItems":
          guard let bound = value.integer, bound >= 0 else { throw wrong(place, "should be a whole number, 0 or more") }
        case "properties":
          for (property, schema) in value.members?.pairs ?? [] { try check(schema, at: "\(place)/\(property)") }
        case "items": try check(value, at: place)
        case "additionalProperties" where value.bool == nil: try check(value, at: place)
        case "x-required":
          guard value.bool != nil, isField else {
            throw wrong(place, "should be true or false, at the top level of a field")
          }
        case "x-setBy":
          guard value == "inviter", isField else {
            throw wrong(place, "should be \"inviter\", at the top level of a field")
          }
        case "title", "description":
          let texts = value.members.map { $0.pairs.map(\.value) } ?? [value]
          guard !texts.isEmpty, texts.allSatisfy({ $0.string != nil }) else {
            throw wrong(place, "should be a text, or an object with a text for each language")
          }
        default: break
        }
      }
    }

    /// The fields with their titles and descriptions in one language.
    /// - Parameter languages: the languages in which they may be, the best first.
    package func fields(in languages: [String]) -> JSON {
      .object(JSON.Members((fields.members?.pairs ?? []).map { ($0.name, Self.worded($0.value, languages)) }))
    }

    private static func worded(_ schema: JSON, _ languages: [String]) -> JSON {
      guard let members = schema.members else { return schema }
      return .object(
        JSON.Members(
          members.pairs.map { name, value in
            switch name {
            case "title", "description": (name, text(value, languages))
            case "properties":
              (name, .object(JSON.Members((value.members?.pairs ?? []).map { ($0.name, worded($0.value, languages)) })))
            default: (name, value)
            }
          }))
    }

    private static func text(_ value: JSON, _ languages: [String]) -> JSON {
      guard let texts = value.members else { return value }
      return languages.lazy.compactMap { texts[$0] }.first ?? texts.pairs.first?.value ?? ""
    }
  }

  /// The policy's `consent`: rules for consent and age.
  package struct ConsentRules: Sendable {
    /// The version of the terms that a new person has to agree to.
    package let version: String?
    package let minimumAge: Int?
    /// Younger people need the consent of a parent or guardian.
    package let parentalUnder: Int?

    init(_ json: JSON?) {
      version = json?["version"]?.string
      minimumAge = json?["minimumAge"]?.integer
      parentalUnder = json?["parentalUnder"]?.integer
    }

    /// Whether any rule depends on the person's age.
    package var asksForAge: Bool { minimumAge != nil || parentalUnder != nil }
  }
}
