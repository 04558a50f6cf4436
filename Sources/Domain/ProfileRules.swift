// SPDX-License-Identifier: Apache-2.0

extension Policy {
  /// What the policy asks of an account's own data.
  public struct ProfileRules: Sendable {
    public let displayName: Presence
    public let phone: Presence
    /// The country of a telephone number that does not say one.
    public let callingCode: String
    /// Whether telephone numbers of other countries are taken.
    public let takesForeignPhones: Bool
    /// The app's own fields, each a JSON Schema.
    public let fields: JSON

    init(_ json: JSON?) throws(Problem) {
      displayName = Presence(rawValue: json?["displayName"]?.string ?? "") ?? .required
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

    /// A telephone number as it is kept; nil where it is none that the policy takes.
    public func phoneNumber(_ text: String?) -> String? {
      let number = text.flatMap { PhoneNumber($0, callingCode: callingCode)?.text }
      return number.flatMap { takesForeignPhones || $0.hasPrefix("+" + callingCode) ? $0 : nil }
    }

    /// The fields that an account must have and its own person sets (`"x-required": true` in its schema).
    public let requiredFields: [String]

    /// Whether only an inviter may set a field (`"x-setBy": "inviter"` in its schema).
    public func isSetByInviter(_ name: String) -> Bool { fields[name]?["x-setBy"] == "inviter" }

    /// Holds changes of a profile against the fields' schemas; null takes a field away.
    public func normalise(_ changes: JSON, at pointer: String) -> (value: JSON, fields: [Problem.Field]) {
      let schema: JSON = ["type": "object", "properties": fields, "additionalProperties": false]
      let removed = changes.members?.pairs.filter { $0.value == .null && fields[$0.name] != nil } ?? []
      let kept = JSON.object(
        JSON.Members(changes.members?.pairs.filter { $0.value != .null || fields[$0.name] == nil } ?? []))
      let (normal, bad) = Schema(schema, definition: { _ in nil }).normalise(kept)
      let placed = bad.map { field in
        Problem.Field(pointer: pointer + field.pointer, code: field.code, detail: field.detail)
      }
      return (normal.merging(.object(JSON.Members(removed))), placed)
    }

    /// Takes a telephone number as it was typed into an account.
    /// - Returns: the rule that it breaks.
    public func setPhone(_ text: String?, of account: inout Account) -> [Problem.Field] {
      guard let text else { return [] }
      account.phone = phoneNumber(text)
      guard account.phone == nil else { return [] }
      return [
        Problem.Field(
          pointer: "/phone", code: .invalidPhoneNumber, detail: "should be a telephone number, such as +1 555 123 4567")
      ]
    }

    /// Takes changes of the app's own fields into an account; null takes a field away.
    /// - Parameter isInviter: who sets them; each field is for the account's own person or for inviters.
    /// - Returns: the rules that they break.
    public func apply(_ changes: JSON?, to account: inout Account, isInviter: Bool) -> [Problem.Field] {
      guard let changes else { return [] }
      let (normal, bad) = normalise(changes, at: "/profile")
      let refused = (changes.members?.pairs ?? []).map(\.name).filter {
        fields[$0] != nil && isSetByInviter($0) != isInviter
      }
      let merged = account.profile.merging(normal)
      account.profile = .object(JSON.Members(merged.members?.pairs.filter { $0.value != .null } ?? []))
      return bad
        + refused.map { name in
          Problem.Field(
            pointer: "/profile/\(name)", code: .permissionDenied,
            detail: isInviter ? "is the account's own to set" : "is set by inviters only")
        }
    }

    private static let keywords = [
      "type", "enum", "minimum", "maximum", "minLength", "maxLength", "items", "minItems", "maxItems", "properties",
      "required", "additionalProperties", "description", "title", "x-setBy", "x-required",
    ]
    private static let types = ["object", "array", "string", "number", "integer", "boolean", "null"]

    /// A keyword that would be ignored is a rule that somebody relies on and nobody keeps.
    private static func check(_ schema: JSON, at pointer: String, isField: Bool = false) throws(Problem) {
      func wrong(_ place: String, _ why: String) -> Problem { .misconfigured("POLICY_FILE", "\(place): \(why)") }
      guard case .object(let members) = schema else { throw wrong(pointer, "should be a JSON Schema") }
      for (name, value) in members.pairs {
        let place = "\(pointer)/\(name)"
        guard keywords.contains(name) else {
          throw wrong(place, "is not one of the keywords known here: \(keywords.joined(separator: ", "))")
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
          guard value.bool != nil, isField else { throw wrong(place, "should be true or false, at a field as a whole") }
        case "x-setBy":
          guard value == "inviter", isField else {
            throw wrong(place, "should be \"inviter\", at a field as a whole")
          }
        default: break
        }
      }
    }
  }

  /// What the policy asks of people's consent and age.
  public struct ConsentRules: Sendable {
    /// The version of the terms that somebody who signs up agrees to.
    public let version: String?
    public let minimumAge: Int?
    /// Whoever is younger needs a parent's or guardian's consent.
    public let parentalUnder: Int?

    init(_ json: JSON?) {
      version = json?["version"]?.string
      minimumAge = json?["minimumAge"]?.integer
      parentalUnder = json?["parentalUnder"]?.integer
    }

    /// Whether anything depends on how old somebody is.
    public var asksForAge: Bool { minimumAge != nil || parentalUnder != nil }
  }
}
