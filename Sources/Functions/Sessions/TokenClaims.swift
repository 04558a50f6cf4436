// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Sessions {
  /// The policy's claims of an account's access token. One without a value is left out, and so is one that would make
  /// the token too long for a header.
  func claims(of account: Account) throws(Problem) -> JSON.Members {
    var members = JSON.Members()
    var left = AccessTokenRules.maximumBytes
    for (name, value) in decision.policy.accessToken.claims {
      guard let json = try json(of: value, account) else { continue }
      let length = name.utf8.count + json.text.utf8.count
      guard length <= left else { continue }
      left -= length
      members[name] = json
    }
    return members
  }

  private func json(of value: AccessTokenRules.Value, _ account: Account) throws(Problem) -> JSON? {
    switch value {
    case .literal(let text): return .string(text)
    case .id: return .string(account.id)
    // An account that only claims an address would get the rows of the address's owner.
    case .email: return account.emailVerified ? account.email.map { .string($0.text) } : nil
    case .role: return .string(account.role)
    case .team: return try teams(of: account).first.map { .string($0) }
    case .clients:
      let ids = try clients(of: account)
      return ids.isEmpty ? nil : JSON(ids)
    case .profile(let field): return account.profile[field]
    }
  }

  /// The teams of an inviter, in the order in which they were joined.
  private func teams(of account: Account) throws(Problem) -> [String] {
    guard decision.policy.hasTeams, account.role == decision.policy.roles.inviter else { return [] }
    return try decision.teams.of(account).memberships().map(\.teamID)
  }

  /// The client records of an invitee, or those of an inviter's teams.
  private func clients(of account: Account) throws(Problem) -> [String] {
    let limit = AccessTokenRules.maximumClients
    guard account.role == decision.policy.roles.inviter else {
      return try decision.tables.clients.all(ofAccount: account.id, limit: limit).map(\.id)
    }
    var ids: [String] = []
    for membership in try decision.teams.of(account).memberships() where ids.count < limit {
      ids += try decision.tables.clients.ids(of: membership.teamID, limit: limit - ids.count)
    }
    return ids
  }
}
