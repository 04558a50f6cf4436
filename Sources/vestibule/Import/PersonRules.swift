// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// The rules of the policy and the command for imported people.
struct PersonRules {
  private let policy: Policy
  private let roles: [String: String]
  private let defaultRole: String?
  private let emailsAreVerified: Bool
  /// The provider whose subjects are the rows' ids.
  private let ownProvider: Provider?
  private let firebaseKey: FirebaseKey?
  private let rules: FieldRules

  /// - Throws: a usage failure for an unknown role or provider.
  init(
    _ policy: Policy, format: SourceFormat, roles: [RoleMapping], defaultRole: String?, emailsAreVerified: Bool,
    provider: String?, firebaseKey: FirebaseKey? = nil
  ) throws(Failure) {
    self.policy = policy
    self.roles = Dictionary(roles.map { ($0.old, $0.new) }, uniquingKeysWith: { _, last in last })
    self.defaultRole = defaultRole
    self.emailsAreVerified = emailsAreVerified
    self.firebaseKey = firebaseKey
    rules = FieldRules(callingCode: policy.profile.callingCode)
    for role in roles.map(\.new) + [defaultRole].compactMap(\.self) {
      if let refusal = policy.roles.refusal(of: role) { throw .usage(refusal) }
    }
    ownProvider = policy.providers[provider ?? format.rawValue]
    if let provider, ownProvider == nil { throw .usage("the policy has no provider \"\(provider)\"") }
  }

  /// - Throws: why the row is skipped.
  func person(_ described: DescribedPerson) throws(Reason) -> Person {
    if let absence = described.absence { throw absence }
    var notes: [Reason] = []
    let email = try described.email.map { (text) throws(Reason) in
      guard let email = EmailAddress(text) else { throw .emailInvalid }
      return email
    }
    let identities = identities(of: described, &notes)
    guard let externalID = Self.externalID(of: described) else { throw .nothingToSignInWith }
    guard email != nil || !identities.isEmpty else { throw .nothingToSignInWith }
    let role = try role(of: described)
    if described.hasOtherProvider, identities.isEmpty { notes.append(.providerUnsupported) }
    var person = Person(
      externalID: externalID, ownID: described.externalID, email: email,
      emailVerified: email != nil && (described.emailVerified || emailsAreVerified), identities: identities,
      isPasswordLost: false, role: role, isDisabled: described.isDisabled, notes: notes)
    if described.isVerificationUnclear, !person.emailVerified { person.notes.append(.emailVerifiedInvalid) }
    addPassword(described.password, to: &person)
    addFields(of: described, to: &person)
    addProfile(of: described, to: &person)
    person.fingerprint = Fingerprint(of: person)
    return person
  }

  /// The id by which a row is recognised: its own id, or else its Apple subject or its address.
  static func externalID(of described: DescribedPerson) -> String? {
    described.externalID ?? described.appleSubject.map { "apple/\($0)" }
      ?? described.email.flatMap(EmailAddress.init).map { "email/\($0.key)" }
  }

  private func identities(of described: DescribedPerson, _ notes: inout [Reason]) -> [Identity] {
    var identities: [Identity] = []
    func add(_ subject: String?, _ provider: String, _ issuer: String) {
      guard let subject else { return }
      // No issuer's subject has spaces: the cell is about something else.
      guard Identity.isSubject(subject), !subject.contains(where: \.isWhitespace) else {
        notes.append(.identityInvalid)
        return
      }
      identities.append(
        Identity(provider: provider, issuer: issuer, subject: subject, email: nil, emailVerified: false))
    }
    add(described.appleSubject, "apple", Identity.appleIssuers[0])
    add(described.googleSubject, "google", "https://accounts.google.com")
    if let ownProvider { add(described.externalID, ownProvider.name, ownProvider.issuers[0]) }
    return identities
  }

  private func role(of described: DescribedPerson) throws(Reason) -> String? {
    guard let role = described.role?.nfc else {
      guard let defaultRole else {
        guard policy.roles.legacy != nil else { throw .roleMissing }
        return nil
      }
      return defaultRole
    }
    // Roles of the source for which the operator names one of the policy's.
    if let mapped = roles[role] { return mapped }
    func known(_ role: String) -> String? { policy.roles.all.contains(role) ? role : nil }
    guard let found = known(role) ?? described.otherRoles.lazy.map(\.nfc).compactMap({ roles[$0] ?? known($0) }).first
    else {
      throw .roleUnknown
    }
    // People cannot give themselves the inviter's role.
    let isTaken = described.isRoleSelfAssigned && found == policy.roles.inviter && !policy.roles.signUp.contains(found)
    if isTaken { throw .roleSelfAssigned }
    return found
  }

  private func addPassword(_ password: DescribedPerson.Password, to person: inout Person) {
    switch password {
    case .none: return
    case .hash(let hash) where PasswordHasher.canVerify(hash) && PasswordHasher.isTooCostly(hash):
      person.isPasswordLost = true
      person.notes.append(.passwordTooCostly)
    case .hash(let hash) where PasswordHasher.canVerify(hash): person.passwordHash = hash
    case .hash:
      person.isPasswordLost = true
      person.notes.append(.passwordFormatUnknown)
    case .firebase(let hash, let salt) where firebaseKey != nil:
      addPassword(firebaseKey.map { .hash($0.storedHash(hash, salt: salt)) } ?? .unusable, to: &person)
    case .firebase, .unusable:
      person.isPasswordLost = true
      person.notes.append(.passwordNeedsReset)
    }
  }

  /// The values of the columns that have the name of one of the policy's profile fields.
  func profile(in record: Record) -> [(name: String, value: JSON)] {
    (policy.profile.fields.members?.pairs ?? []).compactMap { name, schema in
      guard let value = record[Record.plainName(name)] else { return nil }
      return (name, Self.typed(value, schema))
    }
  }

  /// The plain names of these columns.
  var profileColumns: Set<String> {
    Set((policy.profile.fields.members?.pairs ?? []).map { Record.plainName($0.name) })
  }

  /// A value of CSV as its schema wants it.
  private static func typed(_ value: JSON, _ schema: JSON) -> JSON {
    switch (value, schema["type"]?.string) {
    case (.string(let text), "integer"), (.string(let text), "number"):
      (try? JSON(parsing: text.trimmed)) ?? value
    case (.string(let text), "boolean"):
      switch text.trimmed.lowercased() {
      case "true", "t", "yes", "y", "1": true
      case "false", "f", "no", "n", "0": false
      default: value
      }
    case (.string(let text), "array"), (.string(let text), "object"): (try? JSON(parsing: text)) ?? value
    case (.string(let text), _): .string(text.trimmed)
    case (.number(let digits), "string"): .string(digits)
    default: value
    }
  }

  private func addProfile(of described: DescribedPerson, to person: inout Person) {
    for (name, value) in described.profile {
      let (normal, bad) = policy.profile.normalise(.object(JSON.Members([(name, value)])), at: "")
      if bad.isEmpty { person.profile = person.profile.merging(normal) } else { person.notes.append(.profileInvalid) }
    }
  }

  private func addFields(of described: DescribedPerson, to person: inout Person) {
    func add<Value>(_ text: String?, _ read: (String) -> Value?, _ otherwise: Reason) -> Value? {
      guard let text else { return nil }
      if let value = read(text) { return value }
      person.notes.append(otherwise)
      return nil
    }
    let names = described.displayNames.compactMap { $0 }
    // Some systems store the address as the name.
    person.displayName =
      names.lazy.compactMap(rules.displayName).first ?? add(names.first, rules.displayName, .displayNameInvalid)
      ?? described.userName.flatMap(rules.displayName)
    if policy.profile.username != .off {
      person.username = add(described.userName, rules.username, .usernameInvalid)
    }
    person.phone = add(described.phone, rules.phone, .phoneInvalid)
    person.photoURL = add(described.photoURL, rules.photoURL, .photoURLInvalid)
    person.locale = add(described.locale, rules.locale, .localeInvalid)
    person.createdAt = add(described.createdAt, Timestamp.init(written:), .createdAtInvalid)
  }
}
