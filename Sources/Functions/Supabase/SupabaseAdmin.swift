// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// `admin` and `invite`: what a backend does with a service key, for the people whom the inviter or the team of the key
/// sees. Everybody else is not found.
extension SupabaseRequest {
  /// The users, oldest first, in pages by number.
  func listUsers() throws(Problem) -> SupabaseResponse {
    let size = number("per_page", atMost: 1000) ?? 50
    let page = number("page", atMost: 1_000_000_000) ?? 1
    let list = try InnerCall(of: ListMembers.self, [:], in: call, environment)
    let members = try list.output { ($0.page.limit, $0.page.skipped) = (size, (page - 1) * size) }.items
    let total = try environment.read(call) { (decision) throws(Problem) in
      try decision.tables.members.count(try ListMembers.filter(for: try caller, decision))
    }
    var response = SupabaseResponse([
      "users": .array(try seen(members.map(\.account.id))), "aud": .string(Policy.supabaseAudience),
    ])
    response.headers = [
      ("X-Total-Count", String(total)), ("Link", Self.links(from: page, of: max((total + size - 1) / size, 1), size)),
    ]
    return response
  }

  /// The links to the next and to the last page (RFC 8288). Clients read the first parameter of each.
  private static func links(from page: Int, of pages: Int, _ size: Int) -> String {
    let next = page < pages ? [("next", page + 1)] : []
    return (next + [("last", pages)])
      .map { name, number in "</auth/v1/admin/users?page=\(number)&per_page=\(size)>; rel=\"\(name)\"" }
      .joined(separator: ", ")
  }

  /// A number from 1 of the query; nil for a text that is none.
  private func number(_ name: String, atMost most: Int) -> Int? {
    event.query.optionalText(name).flatMap(Int.init).map { min(max($0, 1), most) }
  }

  /// The person whom an id of `admin` names.
  private enum Person {
    /// Somebody who was invited and has no account yet, in the form of a user.
    case invited(JSON)
    /// The id of an account.
    case member(String)
  }

  /// The person whom the key sees, by the id of the account, or by the one that the invitation's answer had.
  private func person() throws(Problem) -> Person {
    let id = parameter ?? ""
    guard let found = try client(id) else { return .member(try seenMember(id)) }
    guard let account = found["client"]?["accountId"]?.string else { return .invited(try invited(found)) }
    return .member(try seenMember(account))
  }

  /// The answer of `get-client`; nil if the key has no client with this id.
  func client(_ id: String) throws(Problem) -> JSON? {
    do throws(Problem) { return try perform(GetClient.self, ["clientId": .string(id)]) } catch {
      guard [.clientNotFound, .eventInvalid].contains(error.code) else { throw error }
      return nil
    }
  }

  private func seenMember(_ id: String) throws(Problem) -> String {
    _ = try perform(GetMember.self, ["accountId": .string(id)])
    return id
  }

  /// A user as inviters see people: without the providers, their addresses there, and second factors.
  private func seen(_ id: String) throws(Problem) -> JSON {
    try environment.read(call) { (decision) throws(Problem) in try SupabaseUser(id, decision).ofAddress.json }
  }

  /// The users with these ids, without those whose accounts were deleted after the list was read.
  func seen(_ ids: [String]) throws(Problem) -> [JSON] {
    try environment.read(call) { (decision) throws(Problem) in
      var users: [JSON] = []
      for id in ids where try decision.tables.accounts.find(id: id) != nil {
        users.append(try SupabaseUser(id, decision).ofAddress.json)
      }
      return users
    }
  }

  func showUser() throws(Problem) -> SupabaseResponse {
    switch try person() {
    case .invited(let user): return SupabaseResponse(user)
    case .member(let id): return SupabaseResponse(try seen(id))
    }
  }

  /// Changes `user_metadata`. Only the person can set their password or address, or confirm the address.
  func changeUser() throws(Problem) -> SupabaseResponse {
    guard !sets(Self.ofThePerson + ["email"]) else { return notOffered() }
    let added = try givenMetadata ?? [:]
    switch try person() {
    case .invited(let user): return SupabaseResponse(try change(invited: user["id"]?.string ?? "", with: added))
    case .member(let id):
      try change(member: id, with: added)
      return SupabaseResponse(try seen(id))
    }
  }

  private func change(member id: String, with added: JSON) throws(Problem) {
    _ = try environment.decide(auditedCall(of: "update-member")) { (decision) throws(Problem) in
      let inviter = try caller
      guard let account = try decision.tables.accounts.find(id: id),
        try decision.teams.of(inviter).sees(account, policy.members.changeable)
      else { throw Problem(.userNotFound, "the user is not one of this inviter's clients") }
      try decision.tables.userMetadata.set(try metadata(of: id, with: added, decision), of: id, at: decision.now)
      try decision.audit(.memberUpdated, account: inviter.id, subject: id)
      return JSONDocument([:])
    }
  }

  /// What only the person sets, or nobody at all.
  static let ofThePerson = [
    "password", "password_hash", "email_confirm", "phone", "phone_confirm", "app_metadata", "ban_duration", "role",
    "id",
  ]

  /// Whether the body sets one of these attributes to something.
  func sets(_ names: [String]) -> Bool {
    names.contains { name in body.json(name).map { ![.null, false, "", [:]].contains($0) } ?? false }
  }

  /// The `user_metadata` that a backend gives; nil if it gives none.
  var givenMetadata: JSON? {
    get throws(Problem) {
      guard let name = ["user_metadata", "data"].first(where: has) else { return nil }
      return try userMetadata(body.json(name))
    }
  }

  /// Ends the tie of the user, or withdraws the invitation of somebody who has no account yet. An account stays: it is
  /// the person's.
  func removeUser() throws(Problem) -> SupabaseResponse {
    let id: String
    switch try person() {
    case .invited(let user):
      _ = try perform(RemoveClient.self, ["clientId": user["id"] ?? ""])
      return SupabaseResponse(user)
    case .member(let account): id = account
    }
    let client = try environment.read(call) { (decision) throws(Problem) in
      let team = try decision.teams.of(try caller).chosen().teamID
      return try decision.tables.clients.find(of: team, account: id)
    }
    guard let client else { throw Problem(.userNotFound, "the user is not a client of this inviter") }
    let shown = try seen(id)
    _ = try perform(RemoveClient.self, ["clientId": .string(client.id)])
    return SupabaseResponse(shown)
  }
}
