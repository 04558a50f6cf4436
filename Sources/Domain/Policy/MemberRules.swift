// SPDX-License-Identifier: Apache-2.0

/// The policy's `members`: which accounts of invitees an inviter sees.
package struct MemberRules: Equatable, Sendable {
  /// The accounts that are linked to the inviter's clients, or all.
  package enum Visibility: String, Sendable { case own, all }

  /// For `list-members` and `get-member`.
  package let visible: Visibility
  /// For `update-member`. A policy without `members` lets inviters change all members, unless people can sign up as
  /// inviters.
  package let changeable: Visibility

  init(_ json: JSON?, roles: Policy.Roles) {
    let chosen = json?["visibility"]?.string.flatMap(Visibility.init)
    visible = chosen ?? .own
    changeable = chosen ?? (roles.signUp.contains(roles.inviter) ? .own : .all)
  }
}
