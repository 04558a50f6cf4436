// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The part of a form in which a person answers what a first proof of their address asks: who of the inviters stays,
/// and the role.
struct ProofForm {
  let request: PageRequest
  private static let prefix = "keep-"

  /// The event's members that the form contains. A client of an inviter has the invitee's role, so a person who keeps
  /// an inviter chooses no other role.
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

  /// What the form asks.
  func asked(for missing: [Requirement]) throws(Problem) -> AskedProof {
    let waiting = missing.contains(.inviters) ? try request.read(GetAccount.self).account.waitingInviters : nil
    return AskedProof(inviters: waiting, roles: missing.contains(.role) ? try roles : nil)
  }

  private var roles: [RoleChoice] {
    get throws(Problem) {
      let present = try request.caller.role
      let others = request.environment.policy.roles.signUp.filter { $0 != present }
      return try request.choices(of: [present] + others, chosen: present)
    }
  }
}

/// What a first proof of an address asks. A question that the form does not have is nil.
struct AskedProof: PageModel {
  fileprivate let inviters: [WaitingInviter]?
  fileprivate let roles: [RoleChoice]?

  static let variables: [PageVariable<Self>] = [
    .flag("asksInviters") { $0.inviters != nil }, .flag("asksRole") { $0.roles != nil },
    .list("inviters") { ($0.inviters ?? []).map(ShownInviter.init) }, .list("roles") { $0.roles ?? [] },
  ]

  private struct ShownInviter: PageModel {
    let waiting: WaitingInviter

    static let variables: [PageVariable<Self>] = [
      .text("clientId") { $0.waiting.clientID }, .text("inviterName") { $0.waiting.inviter.displayName },
    ]
  }
}

struct RoleChoice: PageModel {
  let role: String
  /// Its name for people.
  let label: String
  let isChosen: Bool

  static let variables: [PageVariable<Self>] = [
    .text("value") { $0.role }, .text("label") { $0.label }, .flag("isChosen") { $0.isChosen },
  ]
}

extension PageRequest {
  /// The field of a role.
  func choices(of roles: [String], chosen: String?) throws(Problem) -> [RoleChoice] {
    let names = try environment.messages.roles(call.language)
    return roles.map { RoleChoice(role: $0, label: names[$0]?.string ?? $0, isChosen: $0 == chosen) }
  }
}
