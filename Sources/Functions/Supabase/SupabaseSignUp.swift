// SPDX-License-Identifier: Apache-2.0

import Domain

/// `signup`: a new account with address and password.
extension SupabaseRequest {
  func signUp() throws(Problem) -> SupabaseResponse {
    guard has("email") || has("phone") else { return notOffered(.anonymousProviderDisabled) }
    guard has("email") else { return notOffered(.phoneProviderDisabled) }
    let metadata = try userMetadata(body.json("data"))
    let event: JSON = .members([
      ("email", body.json("email")), ("password", body.json("password")), ("role", newRole.map(JSON.string)),
    ]).merging(try statement(in: metadata))
    var supabase = SupabaseCall(method: .password, metadata: metadata)
    supabase.target = try target()
    let result = try perform(SignUp.self, event, supabase)
    guard let id = result["account"]?["id"]?.string, let session = result["session"] else {
      throw .bug("a sign-up has no account")
    }
    // The policy requires that the address is proven first.
    guard session["accessToken"] != nil else { return SupabaseResponse(try user(id)) }
    return try self.session(session, of: id)
  }

  /// What `data` of a new account says for the rules of the policy: the name, the number, age, consent and profile.
  /// Apps have members of the same names that mean something else, so what does not have the form is left out: the
  /// account is incomplete then.
  func statement(in metadata: JSON) throws(Problem) -> JSON {
    let stated = UserMetadata.consentMembers(in: metadata)
    let (normal, ofSchema) = environment.catalogue.entry(SignUp.name).event.normalise(stated)
    let broken = try ofSchema + SignUp.badFields(in: Fields(normal), AccountFieldRules(environment))
    return .members(
      (stated.members?.pairs ?? []).filter { name, _ in
        !broken.contains { $0.pointer == "/\(name)" || $0.pointer.hasPrefix("/\(name)/") }
      }.map { name, value in (name, value) })
  }

  /// `data` of the client.
  /// - Throws: `event/invalid` if it is too large or not an object.
  func userMetadata(_ data: JSON?) throws(Problem) -> JSON {
    guard let data, data != .null else { return [:] }
    guard data.members != nil else { throw .invalid("/data", .eventInvalid, "should be an object") }
    guard data.canonicalLine.count <= UserMetadata.maximumBytes else {
      throw .invalid("/data", .eventInvalid, "should be at most \(UserMetadata.maximumBytes) bytes")
    }
    guard data.isStorable else {
      throw .invalid("/data", .eventInvalid, "should have no character U+0000, and no number that is too large")
    }
    return data
  }
}

extension JSON {
  /// Whether PostgreSQL's `jsonb` accepts it. Apps read the claims of a token as `jsonb`.
  fileprivate var isStorable: Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0)
    case .number(let digits): Double(digits)?.isFinite ?? false
    case .array(let items): items.allSatisfy(\.isStorable)
    case .object(let members): members.pairs.allSatisfy { !$0.name.utf8.contains(0) && $0.value.isStorable }
    case .null, .bool: true
    }
  }
}

extension UserMetadata {
  /// The members of metadata that have the form of a statement for the rules of the policy.
  fileprivate static func consentMembers(in metadata: JSON) -> JSON {
    func text(_ name: String) -> JSON? {
      metadata[name].flatMap { value in value.string?.contains { !$0.isWhitespace } ?? false ? value : nil }
    }
    func object(_ name: String) -> JSON? { metadata[name].flatMap { $0.members == nil ? nil : $0 } }
    return .members([
      ("displayName", text("full_name") ?? text("name")), ("phone", text("phone")), ("birthDate", text("birthDate")),
      ("consent", object("consent")), ("profile", object("profile")),
    ])
  }
}
