// SPDX-License-Identifier: Apache-2.0

/// What an app stores with an account: Supabase's `user_metadata`.
package enum UserMetadata {
  package static let maximumBytes = 4096

  /// An account's metadata with what was given for the person. What the account has stays; what does not fit is left
  /// out.
  package static func added(_ given: JSON, to own: JSON) -> JSON {
    (given.members?.pairs ?? []).reduce(own) { all, member in
      guard all[member.name] == nil else { return all }
      let more = all.merging(.object(JSON.Members([(member.name, member.value)])))
      return more.canonicalLine.count <= maximumBytes ? more : all
    }
  }
}
