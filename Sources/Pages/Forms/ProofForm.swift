// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The part of a form in which a person answers what a first proof of their address asks: who of the inviters stays,
/// and the role.
struct ProofForm {
  let request: PageRequest
  private static let prefix = "keep-"

  /// The event's members that the form contains. A client of an inviter has the invitee's role, so that nobody who keeps
  /// one chooses another.
  var members: JSON {
    let kept = keptRecords
    let role = kept?.isEmpty ?? true ? request.text("role") : nil
    return .object(["keepInviters": kept.map { JSON($0) }, "role": role.map(JSON.string)])
  }

  /// The records whose inviters the person has chosen; nil if the form does not ask.
  private var keptRecords: [String]? {
    guard request.text("asksInviters") != nil else { return nil }
    return (request.data.all.members?.pairs ?? []).compactMap { field in
      guard field.name.hasPrefix(Self.prefix), field.value.string?.isEmpty == false else { return nil }
      return String(field.name.dropFirst(Self.prefix.count))
    }
  }

  /// The variables of the form.
  func variables(for missing: [Requirement]) throws(Problem) -> JSON {
    var variables: JSON = [
      "asksInviters": .bool(missing.contains(.inviters)), "asksRole": .bool(missing.contains(.role)),
    ]
    if missing.contains(.inviters) {
      let waiting = try request.read(GetAccount.self).account.waitingInviters
      variables = variables.merging([
        "inviters": .array(
          waiting.map { ["clientId": .string($0.clientID), "inviterName": .string($0.inviter.displayName)] })
      ])
    }
    guard missing.contains(.role) else { return variables }
    let present = try request.caller.role
    let others = request.environment.policy.roles.signUp.filter { $0 != present }
    let names = try request.environment.messages.roles(request.call.language)
    let options = ([present] + others).map { role -> JSON in
      ["value": .string(role), "label": names[role] ?? .string(role), "isChosen": .bool(role == present)]
    }
    return variables.merging(["roles": .array(options)])
  }
}
