// SPDX-License-Identifier: Apache-2.0

import Domain

/// The data of an event in normal form, from outside or from another function. It is decided here for both whether they
/// are valid, who may call the function with them, and what the call takes from them.
package struct EventData<F: Function> {
  package let json: JSON
  /// Who may call the function with these data.
  package let access: AccessRule
  private let rule: AccessRule
  private let ofSchema: [Problem.Field]

  package var fields: Fields { Fields(json) }

  /// - Parameter entry: that of the function in functions.json.
  package init(_ event: JSON, _ entry: (access: AccessRule, event: Schema)) {
    (json, ofSchema) = entry.event.normalise(event)
    rule = entry.access
    access = F.access(rule, to: Fields(json))
  }

  /// Requires data that the schema and the policy allow. A function with an admission reports what breaks the policy
  /// itself, with all other broken rules.
  /// - Throws: `event/invalid` with every invalid field.
  package func requireValid(_ rules: AccountFieldRules) throws(Problem) {
    let ofSchema = ofSchema + (rules.policy.hasTeams || rule.needsTeams ? [] : teamMembers)
    let ofPolicy = try F.badFields(in: fields, rules)
    if ofSchema.isEmpty, F.admissionChecksFields { return }
    let invalid = ofSchema + ofPolicy.filter { new in !ofSchema.contains { $0.pointer == new.pointer } }
    guard invalid.isEmpty else { throw F.refusesWithCodeOfField ? .invalidAccount(invalid) : .invalid(invalid) }
  }

  /// The members that exist only if the policy has teams.
  private var teamMembers: [Problem.Field] {
    ["teamId", "teamRole", "coachId"].filter(fields.has).map { .unknownMember(at: "/\($0)") }
  }
}

extension Fields {
  /// The team that an event names.
  package var namedTeamID: String? { optionalText("teamId") }
}

extension Call {
  /// Sets what the decision checks and counts, from the function and the data of its event.
  package mutating func setChecks<F>(from data: EventData<F>) {
    access = caller == nil ? nil : data.access
    needsRecentSignIn = F.needsRecentSignIn
    teamID = data.fields.namedTeamID
    if caller == nil { email = data.fields.optionalEmail("email") }
  }
}
