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
    }

    /// A telephone number as it is kept; nil where it is none that the policy takes.
    public func phoneNumber(_ text: String?) -> String? {
      let number = text.flatMap { PhoneNumber($0, callingCode: callingCode)?.text }
      return number.flatMap { takesForeignPhones || $0.hasPrefix("+" + callingCode) ? $0 : nil }
    }

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

    private static let keywords = [
      "type", "enum", "minimum", "maximum", "minLength", "maxLength", "items", "minItems", "maxItems", "properties",
      "required", "additionalProperties", "description", "title", "x-setBy",
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
  }
}
