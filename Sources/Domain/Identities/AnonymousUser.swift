// SPDX-License-Identifier: Apache-2.0

/// Users that a provider creates for people without a sign-in. They get no account.
package enum AnonymousUser {
  /// Whether an ID token is of such a user: Firebase's `sign_in_provider` is `anonymous`, or Supabase says
  /// `is_anonymous`, or has a `role` other than `authenticated`.
  package static func isMarked(in claims: JSON, ofSupabase: Bool) -> Bool {
    if claims["firebase"]?["sign_in_provider"] == "anonymous" { return true }
    return isTrue(claims["is_anonymous"]) || ofSupabase && hasOtherRole(claims)
  }

  /// Whether a user of Supabase's hook is one.
  package static func isMarked(inSupabaseUser user: JSON) -> Bool {
    isTrue(user["is_anonymous"]) || hasOtherRole(user)
  }

  /// Whether a record of Firebase has neither an address, nor a number, nor a provider. `UserRecord` has names in camel
  /// case, and the token of a blocking function in snake case.
  package static func isMarked(inFirebaseUser user: JSON) -> Bool {
    ["email", "phoneNumber", "phone_number"].allSatisfy { user[$0]?.string?.isEmpty ?? true }
      && ["providerData", "provider_data"].allSatisfy { user[$0]?.array?.isEmpty ?? true }
  }

  /// An empty or missing role marks nothing: a hook's user has none yet.
  private static func hasOtherRole(_ user: JSON) -> Bool {
    guard let role = user["role"], role != .null, role != "" else { return false }
    return role != "authenticated"
  }

  private static func isTrue(_ claim: JSON?) -> Bool { claim == true || claim == "true" }
}
