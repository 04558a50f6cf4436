// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Sign-ins or sign-ups that succeeded or were refused.
struct Attempts {
  var succeeded = 0
  var refused = 0

  var count: Int { succeeded + refused }
  /// In tenths of a percent; nil if there were none.
  var refusedPermille: Int? { count == 0 ? nil : refused * 1000 / count }
}

/// The sign-ins, or the sign-ups, of a period.
struct AttemptCounts {
  /// By the policy's names of providers, and `password`.
  var byProvider: [String: Attempts] = [:]
  /// The same by country and by role; `unknown` where there is none.
  private(set) var byCountry: [String: Attempts] = [:]
  private(set) var byRole: [String: Attempts] = [:]

  var all: Attempts {
    byProvider.values.reduce(into: Attempts()) {
      $0.succeeded += $1.succeeded
      $0.refused += $1.refused
    }
  }

  mutating func add(_ count: OriginCount, _ member: WritableKeyPath<Attempts, Int>) {
    byCountry[count.country ?? "unknown", default: Attempts()][keyPath: member] += count.count
    byRole[count.role ?? "unknown", default: Attempts()][keyPath: member] += count.count
  }

  /// What an audit entry counts as.
  enum Meaning {
    case signIn(WritableKeyPath<Attempts, Int>)
    case signUp(WritableKeyPath<Attempts, Int>)
  }

  /// The audit actions of each function that signs in. A second factor completes a sign-in or an acceptance.
  private static let signInActions: [String: [AuditAction]] = [
    "accept-invitation": [.invitationAccepted], "answer-challenge": [.accountSignedIn, .invitationAccepted],
    "sign-in": [.accountSignedIn], "sign-in-with-apple": [.accountSignedIn],
  ]

  /// Whether a function signs in or up.
  static func isAttempt(_ function: String) -> Bool { function == "sign-up" || signInActions[function] != nil }

  /// - Parameter action: nil for one that is unknown here.
  /// - Returns: nil if the entry is neither. A refused invitation, such as an expired one, is not a refused sign-in.
  static func meaning(of action: AuditAction?, in function: String, _ code: String?) -> Meaning? {
    if function == "sign-up", action == .accountCreated { return .signUp(\.succeeded) }
    if let action, signInActions[function]?.contains(action) ?? false { return .signIn(\.succeeded) }
    guard action == .refused, code?.hasPrefix("auth/") ?? false, isAttempt(function) else { return nil }
    return function == "sign-up" ? .signUp(\.refused) : .signIn(\.refused)
  }
}
