// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The part of a form in which a person says who they are: the fields of an account that the policy has.
struct PersonForm {
  /// The fields that a refused form shows again. Those of the app's own are in the variables.
  static let repeated = ["displayName", "username", "phone", "birthDate", "guardianEmail", "consent"]
  let request: PageRequest
  private var policy: Policy { request.environment.policy }

  /// The event's members that the form contains.
  var members: JSON {
    let consent = request.texts("guardianEmail").merging(
      .object(["version": request.text("consent").map(JSON.string)]))
    return request.texts("displayName", "username", "phone", "birthDate").merging(
      .object([
        "consent": consent.members?.pairs.isEmpty == false ? consent : nil,
        "profile": profile.members?.pairs.isEmpty == false ? profile : nil,
      ]))
  }

  /// The app's own fields that are filled in.
  private var profile: JSON {
    fields.reduce([:]) { profile, field in
      let value = field.value(typed: request.text(field.name))
      guard value != .null else { return profile }
      let (first, rest) = (field.path[0], field.path.dropFirst())
      let inner = rest.first.map { (profile[first] ?? [:]).merging(.object(JSON.Members([($0, value)]))) } ?? value
      return profile.merging(.object(JSON.Members([(first, inner)])))
    }
  }

  /// The app's own fields that the person sets.
  private var fields: [ProfileField] {
    ProfileField.all(policy.profile, request.call.language).filter { !$0.isReadOnly }
  }

  /// The variables of the form for a new account.
  func variables() -> JSON {
    variables {
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

  /// - Parameter name: what the inviter has typed, which the person may correct.
  func variablesOfInvitation(name: String?) -> JSON {
    let names = Self.ofInvitation + ["guardian"]
    let known = JSON.object(JSON.Members((variables().members?.pairs ?? []).filter { names.contains($0.name) }))
    guard let name, let asked = known["displayName"] else { return known }
    return known.merging(["displayName": asked.merging(["known": .string(name)])])
  }

  private static let ofInvitation = ["displayName", "birthDate", "consent"]

  /// The variables of the form for what an account lacks.
  func variables(for missing: [Requirement]) -> JSON {
    let isAsked = { (requirement: Requirement) in missing.contains(requirement) ? true : nil }
    let consent = missing.contains(.consent)
    return .object([
      "displayName": asked(isAsked(.displayName)), "username": asked(isAsked(.username)),
      "phone": asked(isAsked(.phone)), "birthDate": asked(isAsked(.birthDate)),
      "consent": consent ? policy.consent.version.map { ["version": .string($0)] } : nil,
      "guardian": consent || missing.contains(.birthDate) ? guardian : nil,
      "profile": profileVariables { field in missing.contains(.profileField(field.path[0])) },
    ])
  }

  private func variables(_ isRequired: (Policy.Presence) -> Bool?) -> JSON {
    .object([
      "displayName": asked(isRequired(policy.profile.displayName)),
      "username": asked(isRequired(policy.profile.username)), "phone": asked(isRequired(policy.profile.phone)),
      "birthDate": asked(policy.consent.asksForAge ? true : nil),
      "consent": policy.consent.version.map { ["version": .string($0)] }, "guardian": guardian,
      "profile": profileVariables { _ in true },
    ])
  }

  private func asked(_ isRequired: Bool?) -> JSON? { isRequired.map { ["isRequired": .bool($0)] } }

  private var guardian: JSON? { policy.consent.parentalUnder.map { ["under": JSON($0)] } }

  private func profileVariables(_ isAsked: (ProfileField) -> Bool) -> JSON {
    .array(
      fields.filter(isAsked).map { field in
        field.variables(id: field.name, value: request.text(field.name), error: request.message(at: field.pointer))
      })
  }
}
