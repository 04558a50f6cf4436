// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What is wrong with the fields of an account that only the policy has rules for.
public struct AccountFieldRules {
  public let policy: Policy
  /// Whether a password, in lower case, is among those that are tried first.
  public let isCommonPassword: (String) throws(Problem) -> Bool

  public init(policy: Policy, isCommonPassword: @escaping (String) throws(Problem) -> Bool) {
    self.policy = policy
    self.isCommonPassword = isCommonPassword
  }

  func newPassword(_ name: String, in data: Fields) throws(Problem) -> [Problem.Field] {
    guard let password = data.optionalText(name), !password.isEmpty else { return [] }
    return try weakness(of: password, at: "/\(name)")
  }

  /// What makes a new password too weak.
  fileprivate func weakness(of password: String, at pointer: String) throws(Problem) -> [Problem.Field] {
    try policy.password?.violations(of: password, at: pointer, isCommon: isCommonPassword) ?? []
  }

  func displayName(in data: Fields, isNew: Bool) -> [Problem.Field] {
    guard policy.profile.displayName == .required, data.json("displayName") == nil, isNew || data.has("displayName")
    else { return [] }
    return [.missing("/displayName", .invalidDisplayName)]
  }

  func phone(in data: Fields, isNew: Bool) -> [Problem.Field] {
    guard let text = data.optionalText("phone") else {
      guard policy.profile.phone == .required, isNew || data.has("phone") else { return [] }
      return [.missing("/phone", .invalidPhoneNumber)]
    }
    var nobody = nobody
    return policy.profile.setPhone(text, of: &nobody)
  }

  /// - Parameter isInviter: who sets them.
  func profile(in data: Fields, bySetter isInviter: Bool) -> [Problem.Field] {
    var nobody = nobody
    return policy.profile.apply(data.json("profile"), to: &nobody, isInviter: isInviter)
  }

  func signUpRole(in data: Fields) -> [Problem.Field] {
    guard let role = data.optionalText("role") else { return [] }
    return policy.signUpRole(role, at: "/role").broken
  }

  func birthDate(in data: Fields) -> [Problem.Field] {
    guard let text = data.optionalText("birthDate"), BirthDate(text) == nil else { return [] }
    return [.noCalendarDay]
  }

  func note(in data: Fields) -> [Problem.Field] {
    guard data.optionalText("note") != nil, !policy.invitation.allowNote else { return [] }
    return [Problem.Field(pointer: "/note", detail: "the policy does not allow notes in invitations")]
  }

  /// An account that only takes a value, to see whether it may have it.
  private var nobody: Account {
    Account(id: "", email: nil, emailVerified: false, displayName: "", role: "", createdAt: Timestamp(seconds: 0))
  }
}

extension Environment {
  /// What makes a new password too weak, as fields that are wrong.
  func weakness(of password: String, at pointer: String) throws(Problem) -> [Problem.Field] {
    try AccountFieldRules(policy: policy, isCommonPassword: isCommonPassword).weakness(of: password, at: pointer)
  }
}
