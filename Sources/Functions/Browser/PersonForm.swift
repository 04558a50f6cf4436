// SPDX-License-Identifier: Apache-2.0

import Domain

/// The part of a form in which a person says who they are: the fields of an account that the policy has.
struct PersonForm {
  /// The fields that a refused form shows again. Those of the app's own are in the variables.
  static let repeated = ["displayName", "username", "phone", "birthDate", "guardianEmail", "consent"]
  /// Before the name of one of the app's own fields.
  static let prefix = "profile."

  let request: PageRequest
  private var policy: Policy { request.environment.policy }

  /// The event's members that the form contains.
  var members: JSON {
    let consent = request.texts("guardianEmail").merging(
      .object(["version": request.text("consent").map(JSON.string)]))
    let profile = JSON.object(
      JSON.Members(
        (policy.profile.fields.members?.pairs ?? []).compactMap { name, schema in
          request.text(Self.prefix + name).map { (name, Self.value($0, schema)) }
        }))
    return request.texts("displayName", "username", "phone", "birthDate").merging(
      .object([
        "consent": request.text("consent") == nil ? nil : consent,
        "profile": profile.members?.pairs.isEmpty == false ? profile : nil,
      ]))
  }

  /// The variables of the form for a new account.
  func variables() throws(Problem) -> JSON {
    try variables {
      switch $0 {
      case .required: true
      case .optional: false
      case .off: nil
      }
    }
  }

  /// The members of an invitation's acceptance, and its variables. The rest is asked for afterwards.
  var membersOfInvitation: JSON {
    .object(JSON.Members((members.members?.pairs ?? []).filter { Self.ofInvitation.contains($0.name) }))
  }

  func variablesOfInvitation() throws(Problem) -> JSON {
    let names = Self.ofInvitation + ["guardian"]
    return .object(JSON.Members((try variables().members?.pairs ?? []).filter { names.contains($0.name) }))
  }

  private static let ofInvitation = ["displayName", "birthDate", "consent"]

  /// The variables of the form for what an account lacks.
  func variables(for missing: [Requirement]) throws(Problem) -> JSON {
    let isAsked = { (requirement: Requirement) in missing.contains(requirement) ? true : nil }
    let consent = missing.contains(.consent)
    return .object([
      "displayName": asked(isAsked(.displayName)), "username": asked(isAsked(.username)),
      "phone": asked(isAsked(.phone)), "birthDate": asked(isAsked(.birthDate)),
      "consent": consent ? policy.consent.version.map { ["version": .string($0)] } : nil,
      "guardian": consent || missing.contains(.birthDate) ? guardian : nil,
      "profile": .array(
        try fields { name in missing.contains(.profileField(name)) }),
    ])
  }

  private func variables(_ isRequired: (Policy.Presence) -> Bool?) throws(Problem) -> JSON {
    .object([
      "displayName": asked(isRequired(policy.profile.displayName)),
      "username": asked(isRequired(policy.profile.username)), "phone": asked(isRequired(policy.profile.phone)),
      "birthDate": asked(policy.consent.asksForAge ? true : nil),
      "consent": policy.consent.version.map { ["version": .string($0)] }, "guardian": guardian,
      "profile": .array(try fields { _ in true }),
    ])
  }

  private func asked(_ isRequired: Bool?) -> JSON? { isRequired.map { ["isRequired": .bool($0)] } }

  private var guardian: JSON? { policy.consent.parentalUnder.map { ["under": JSON($0)] } }

  /// The app's own fields that the person sets. Lists and objects are left to the app.
  private func fields(_ isAsked: (String) -> Bool) throws(Problem) -> [JSON] {
    var found: [JSON] = []
    for (name, schema) in policy.profile.fields.members?.pairs ?? []
    where isAsked(name) && !policy.profile.isSetByInviter(name) {
      let type = Self.type(of: schema)
      guard type != "object", type != "array" else { continue }
      let value = request.text(Self.prefix + name)
      let options = (schema["enum"]?.array ?? []).compactMap { option -> JSON? in
        guard let text = option.string ?? option.integer.map(String.init) else { return nil }
        return ["value": .string(text), "isChosen": .bool(text == value)]
      }
      found.append(
        .object([
          "name": .string(Self.prefix + name), "label": schema["title"] ?? .string(name),
          "isRequired": .bool(policy.profile.requiredFields.contains(name)),
          "options": options.isEmpty ? nil : ["items": .array(options)],
          "isFlag": .bool(options.isEmpty && type == "boolean"), "isChosen": .bool(value == "true"),
          "isNumber": .bool(options.isEmpty && ["integer", "number"].contains(type)),
          "isText": .bool(options.isEmpty && type == "string"), "value": value.map(JSON.string),
          "error": try message(of: "/profile/\(name)").map(JSON.string),
        ]))
    }
    return found
  }

  /// The message about a field of the refused form.
  private func message(of pointer: String) throws(Problem) -> String? {
    guard let field = request.problem?.fields.first(where: { $0.pointer == pointer }) else { return nil }
    return try request.environment.messages.text(of: field, request.call.language)
  }

  private static func type(of schema: JSON) -> String {
    schema["type"]?.string ?? schema["type"]?.array?.compactMap(\.string).first { $0 != "null" } ?? "string"
  }

  private static func value(_ text: String, _ schema: JSON) -> JSON {
    switch type(of: schema) {
    case "boolean": Bool(text).map(JSON.bool) ?? .string(text)
    case "integer", "number":
      if case .number(let digits)? = try? JSON(parsing: text) { .number(digits) } else { .string(text) }
    default: .string(text)
    }
  }
}
