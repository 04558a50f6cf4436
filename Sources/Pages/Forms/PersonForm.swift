// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The part of a form in which a person says who they are: the fields of an account that the policy has.
struct PersonForm {
  /// The fields that a refused form shows again. Those of the app's own are in the variables.
  static let repeated = ["displayName", "username", "phone", "birthDate", "guardianEmail", "consent"]
  let request: PageRequest
  private var policy: Policy { request.environment.policy }

  /// The event's members that the form contains.
  var members: JSON {
    let consent = request.texts("guardianEmail").merging(.object(["version": request.text("consent").map(JSON.string)]))
    return request.texts("username", "phone", "birthDate").merging(
      .object([
        "displayName": displayName.map(JSON.string),
        "consent": consent.members?.pairs.isEmpty == false ? consent : nil,
        "profile": profile.members?.pairs.isEmpty == false ? profile : nil,
      ]))
  }

  /// The name. A blank one is left out. If a name is required, it is sent, so that the person gets a message.
  private var displayName: String? {
    request.text("displayName").flatMap { policy.profile.displayName != .required && $0.trimmed.isEmpty ? nil : $0 }
  }

  /// The app's own fields that are filled in.
  private var profile: JSON {
    fields.reduce([:]) { profile, field in
      let value = field.value(typed: request.text(field.name))
      guard value != .null else { return profile }
      let (first, rest) = (field.path[0], field.path.dropFirst())
      let inner = rest.first.map { (profile[first] ?? [:]).merging(.object(JSON.Members([($0, value)]))) } ?? value
      return profile.merging(.object(JSON.Members([(first, inner)])))
    }
  }

  /// The app's own fields that the person sets.
  private var fields: [ProfileField] {
    ProfileField.all(policy.profile, request.call.language).filter { !$0.isReadOnly }
  }

  /// The members of an invitation's acceptance. The rest is asked for afterwards.
  var membersOfInvitation: JSON {
    .object(JSON.Members((members.members?.pairs ?? []).filter { Self.ofInvitation.contains($0.name) }))
  }

  private static let ofInvitation = ["displayName", "birthDate", "consent"]
}

// MARK: What it asks

extension PersonForm {
  /// The fields of a new account: the name, what the policy requires, and the app's own. The rest stands on
  /// `account-page`.
  func askedOfNewAccount() -> AskedPerson {
    asked(
      displayName: isRequired(policy.profile.displayName), username: policy.profile.username == .required ? true : nil,
      phone: policy.profile.phone == .required ? true : nil, birthDate: policy.consent.asksForAge ? true : nil,
      hasConsent: true, hasGuardian: asksForGuardian(nil)
    ) { _ in true }
  }

  /// The fields of an acceptance. Other fields that the policy requires are asked for afterwards.
  /// - Parameter name: what the inviter has typed, which the person may correct.
  func askedOfInvited(name: String?) -> AskedPerson {
    var asked = askedOfNewAccount()
    (asked.username, asked.phone, asked.profile) = (nil, nil, nil)
    asked.displayName?.known = name
    return asked
  }

  /// What an account lacks.
  func asked(for missing: [Requirement], of account: Account) -> AskedPerson {
    func isAsked(_ requirement: Requirement) -> Bool? { missing.contains(requirement) ? true : nil }
    return asked(
      displayName: isAsked(.displayName), username: isAsked(.username), phone: isAsked(.phone),
      birthDate: isAsked(.birthDate), hasConsent: missing.contains(.consent),
      hasGuardian: asksForGuardian(account)
    ) { missing.contains(.profileField($0.path[0])) }
  }

  /// Whether a guardian has to agree, by the birth date of the account or of the form, and the person has not named one
  /// who can be asked.
  private func asksForGuardian(_ account: Account?) -> Bool {
    guard let birthDate = account?.birthDate ?? request.text("birthDate").flatMap(BirthDate.init),
      policy.accounts.asksForGuardian(bornOn: birthDate, on: request.environment.now)
    else { return false }
    return account?.consent.guardianEmail == nil || request.message(at: "/consent/guardianEmail") != nil
  }

  private func isRequired(_ presence: Policy.Presence) -> Bool? {
    switch presence {
    case .required: true
    case .optional: false
    case .off: nil
    }
  }

  /// - Parameters:
  ///   - displayName: whether the field is required; nil if it is not asked. So are the next three.
  ///   - profile: which of the app's own fields are asked.
  private func asked(
    displayName: Bool?, username: Bool?, phone: Bool?, birthDate: Bool?, hasConsent: Bool, hasGuardian: Bool,
    profile isAsked: (ProfileField) -> Bool
  ) -> AskedPerson {
    AskedPerson(
      displayName: displayName.map { AskedField(isRequired: $0) },
      username: username.map { AskedField(isRequired: $0) }, phone: phone.map { AskedField(isRequired: $0) },
      birthDate: birthDate.map { AskedField(isRequired: $0) },
      consentVersion: hasConsent ? policy.consent.version : nil,
      guardianUnder: hasGuardian ? policy.consent.parentalUnder : nil,
      profile: fields.filter(isAsked).map {
        ShownProfileField(field: $0, id: $0.name, value: request.text($0.name), error: request.message(at: $0.pointer))
      })
  }
}

/// The fields of a person, `partials/person.html`. One that is not asked is nil.
struct AskedPerson: PageModel {
  fileprivate(set) var displayName: AskedField?
  fileprivate(set) var username: AskedField?
  fileprivate(set) var phone: AskedField?
  fileprivate let birthDate: AskedField?
  /// The version of the terms.
  fileprivate let consentVersion: String?
  /// The age under which a guardian has to agree.
  fileprivate let guardianUnder: Int?
  fileprivate(set) var profile: [ShownProfileField]?

  static let variables: [PageVariable<Self>] = [
    .object(
      "person", .model("displayName") { $0.displayName }, .model("username") { $0.username },
      .model("phone") { $0.phone }, .model("birthDate") { $0.birthDate },
      .object("consent", .text("version") { $0.consentVersion }),
      .object("guardian", .number("under") { $0.guardianUnder }), .list("profile") { $0.profile })
  ]
}

struct AskedField: PageModel {
  let isRequired: Bool
  /// What is known already.
  fileprivate(set) var known: String?

  static let variables: [PageVariable<Self>] = [.flag("isRequired") { $0.isRequired }, .text("known") { $0.known }]
}
