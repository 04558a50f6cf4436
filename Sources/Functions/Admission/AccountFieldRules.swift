// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The rules for account fields that only the policy has. Each `broken…` returns the fields of an event that break a
/// rule.
package struct AccountFieldRules {
  package let policy: Policy
  /// Whether a password, in lower case, is in the list of common passwords.
  package let isCommonPassword: (String) throws(Problem) -> Bool

  package init(policy: Policy, isCommonPassword: @escaping (String) throws(Problem) -> Bool) {
    self.policy = policy
    self.isCommonPassword = isCommonPassword
  }

  package init(_ environment: Environment) {
    self.init(policy: environment.policy, isCommonPassword: environment.authentication.isCommonPassword)
  }

  func brokenNewPassword(_ name: String, in data: Fields) throws(Problem) -> [Problem.Field] {
    guard let password = data.optionalText(name), !password.isEmpty else { return [] }
    return try brokenRules(ofPassword: password, at: "/\(name)")
  }

  /// The rules that a new password breaks.
  func brokenRules(ofPassword password: String, at pointer: String) throws(Problem) -> [Problem.Field] {
    try policy.password?.violations(of: password, at: pointer, isCommon: isCommonPassword) ?? []
  }

  func brokenDisplayName(in data: Fields, isNew: Bool) -> [Problem.Field] {
    if let name = data.optionalText("displayName") { return PersonName.broken(name, at: "/displayName") }
    guard policy.profile.displayName == .required, data.json("displayName") == nil, isNew || data.has("displayName")
    else { return [] }
    return [.missing("/displayName", .invalidDisplayName)]
  }

  /// The name of a team or a join link. Mails and pages for other people show it.
  func brokenName(in data: Fields) -> [Problem.Field] { PersonName.broken(data.optionalText("name"), at: "/name") }

  func brokenUsername(in data: Fields, isNew: Bool) -> [Problem.Field] {
    guard let text = data.optionalText("username") else {
      guard policy.profile.username == .required, isNew || data.has("username") else { return [] }
      return [.missing("/username", .eventInvalid)]
    }
    var emptyAccount = emptyAccount
    return policy.profile.setUsername(text, of: &emptyAccount)
  }

  func brokenPhone(in data: Fields, isNew: Bool) -> [Problem.Field] {
    guard let text = data.optionalText("phone") else {
      guard policy.profile.phone == .required, isNew || data.has("phone") else { return [] }
      return [.missing("/phone", .invalidPhoneNumber)]
    }
    var emptyAccount = emptyAccount
    return policy.profile.setPhone(text, of: &emptyAccount)
  }

  /// - Parameter isInviter: whether an inviter sets the fields, or the person.
  func brokenProfile(in data: Fields, isInviter: Bool) -> [Problem.Field] {
    var emptyAccount = emptyAccount
    return policy.profile.apply(data.json("profile"), to: &emptyAccount, isInviter: isInviter)
  }

  func brokenSignUpRole(in data: Fields) -> [Problem.Field] {
    policy.signUpRole(data.optionalText("role"), at: "/role").broken
  }

  func brokenBirthDate(in data: Fields) -> [Problem.Field] {
    guard let text = data.optionalText("birthDate"), BirthDate(text) == nil else { return [] }
    return [.invalidBirthDate]
  }

  func brokenNote(in data: Fields) -> [Problem.Field] {
    guard data.optionalText("note") != nil, !policy.invitation.allowNote else { return [] }
    return [Problem.Field(pointer: "/note", detail: "the policy does not allow notes in invitations")]
  }

  func brokenReturnURL(in data: Fields) -> [Problem.Field] {
    guard let text = data.optionalText("returnURL"), policy.returnURL(text) == nil else { return [] }
    return [Problem.Field(pointer: "/returnURL", detail: "should be below one of the policy's app.returnURLs")]
  }

  /// An empty account. Values are set on it to validate them.
  private var emptyAccount: Account {
    Account(id: "", email: nil, emailVerified: false, displayName: "", role: "", createdAt: Timestamp(seconds: 0))
  }
}
