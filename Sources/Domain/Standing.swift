// SPDX-License-Identifier: Apache-2.0

/// How far an account is let: the `state` of results, and what is `missing` beside it.
public struct Standing: Equatable, Sendable {
  /// In the order in which they count.
  public enum State: String, Sendable {
    case emailNotVerified, incomplete, guardianPending, factorRequired, signedIn
  }

  public let state: State
  public let missing: [Requirement]

  /// The two members that every result with an account has.
  public var json: JSON {
    ["state": .string(state.rawValue), "missing": .array(missing.map { .string($0.name) })]
  }

  /// - Throws: why an account in this state does not get any further.
  public func requireSignedIn() throws(Problem) {
    switch state {
    case .signedIn: return
    case .emailNotVerified:
      throw Problem(.emailNotVerified, "the policy requires a verified email before anything else")
    case .incomplete:
      let names = missing.map(\.name).joined(separator: ", ")
      throw Problem(.accountIncomplete, "the policy requires more of the account: \(names)")
    case .guardianPending: throw Problem(.guardianPending, "a parent or guardian has yet to agree")
    case .factorRequired: throw Problem(.factorRequired, "the policy requires a second factor")
    }
  }
}

/// Something that the policy requires of an account, in the order in which it is named.
public enum Requirement: Equatable, Sendable {
  case displayName, phone, birthDate, consent
  case profileField(String)

  public var name: String {
    switch self {
    case .displayName: "displayName"
    case .phone: "phone"
    case .birthDate: "birthDate"
    case .consent: "consent"
    case .profileField(let name): "profile/\(name)"
    }
  }
}

extension Policy {
  /// The one place that says how far an account is let.
  public func standing(of account: Account, on now: Timestamp) -> Standing {
    let missing = missing(of: account, on: now)
    let state: Standing.State =
      if email.verificationRequired, !account.emailVerified {
        .emailNotVerified
      } else if !missing.isEmpty {
        .incomplete
      } else if isMinor(account, on: now), account.consent.guardian == .pending {
        .guardianPending
      } else {
        .signedIn
      }
    return Standing(state: state, missing: missing)
  }

  /// What the policy requires and the account does not have.
  public func missing(of account: Account, on now: Timestamp) -> [Requirement] {
    var missing: [Requirement] = []
    if profile.displayName == .required, account.displayName.isEmpty { missing.append(.displayName) }
    if profile.phone == .required, account.phone == nil { missing.append(.phone) }
    if consent.asksForAge, account.birthDate == nil { missing.append(.birthDate) }
    if isConsentMissing(of: account, on: now) { missing.append(.consent) }
    let fields = profile.requiredFields.filter { account.profile[$0] == nil }
    return missing + fields.map(Requirement.profileField)
  }

  private func isConsentMissing(of account: Account, on now: Timestamp) -> Bool {
    if let version = consent.version, account.consent.version != version { return true }
    return isMinor(account, on: now) && ![.pending, .agreed].contains(account.consent.guardian)
  }

  /// Whether an account's person is so young that a guardian has to agree.
  public func isMinor(_ account: Account, on now: Timestamp) -> Bool {
    guard let limit = consent.parentalUnder, let birthDate = account.birthDate else { return false }
    return birthDate.age(on: now) < limit
  }
}
