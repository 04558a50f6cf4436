// SPDX-License-Identifier: Apache-2.0

import Domain

/// `signup`: a new account with address and password.
extension SupabaseRequest {
  func signUp() throws(Problem) -> SupabaseResponse {
    guard text("email") != nil || text("phone") != nil else {
      return notOffered(.anonymousProviderDisabled)
    }
    guard text("email") != nil else { return notOffered(.phoneProviderDisabled) }
    let metadata = try userMetadata(body.json("data"))
    let event: JSON = .members([
      ("email", body.json("email")), ("password", body.json("password")), ("role", newRole.map(JSON.string)),
    ]).merging(SupabaseMetadata.statement(in: metadata))
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

  /// `data` of the client.
  /// - Throws: `event/invalid` if it is too large or not an object.
  func userMetadata(_ data: JSON?) throws(Problem) -> JSON {
    guard let data, data != .null else { return [:] }
    guard data.members != nil else { throw .invalid("/data", .eventInvalid, "should be an object") }
    guard data.canonicalLine.count <= SupabaseMetadata.maximumBytes else {
      throw .invalid("/data", .eventInvalid, "should be at most \(SupabaseMetadata.maximumBytes) bytes")
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

/// What an app stores with an account.
enum SupabaseMetadata {
  static let maximumBytes = 4096

  /// What the metadata of a new account says for the rules of the policy: the name, the number, age, consent and
  /// profile.
  static func statement(in metadata: JSON) -> JSON {
    .members([
      (
        "displayName",
        ["full_name", "name"].lazy.compactMap { name in metadata[name].flatMap { $0.string == nil ? nil : $0 } }.first
      ),
      ("phone", metadata["phone"]), ("birthDate", metadata["birthDate"]), ("consent", metadata["consent"]),
      ("profile", metadata["profile"]),
    ])
  }
}
