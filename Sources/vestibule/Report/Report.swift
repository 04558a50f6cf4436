// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The events of a period, and the state at its end.
struct Report {
  /// Sign-ins that succeeded or were refused.
  struct Attempts {
    var succeeded = 0
    var refused = 0

    var count: Int { succeeded + refused }
    /// In tenths of a percent; nil if there were no sign-ins.
    var refusedPermille: Int? { count == 0 ? nil : refused * 1000 / count }
  }

  struct Queue {
    let waiting: Int
    /// The age of the oldest message.
    let age: Duration
    /// How long the first message has been due.
    let delay: Duration

    init(_ count: QueueCount, now: Timestamp) {
      waiting = count.waiting
      age = count.oldest.map { max(.zero, now - $0) } ?? .zero
      delay = count.dueSince.map { now - $0 } ?? .zero
    }
  }

  let from, until: Timestamp
  /// By the policy's names of providers, and `password`.
  private(set) var attempts: [String: Attempts] = [:]
  /// The same by country and by role; `unknown` where there is none.
  private(set) var attemptsByCountry: [String: Attempts] = [:]
  private(set) var attemptsByRole: [String: Attempts] = [:]
  /// New accounts by role.
  private(set) var newAccounts: [String: Int] = [:]
  /// By function.
  let durations: [String: Durations]
  /// Of all functions; nil if no event was measured.
  let allDurations: Durations?
  private(set) var refusals: [AuditCount] = []
  private(set) var events: [String: Int] = [:]
  let invitations: [String: Int]
  let overdueInvitations: Int
  /// Links to join, and the requests of people who asked by one, each by state.
  let joinLinks, joinRequests: [String: Int]
  let mails, webhooks: Queue
  /// The relays that do not accept mails now.
  let relays: [RelayState]
  let endedMails: [String: Int]
  let activeSessions: Int
  let sessionLengths: SessionLengths?
  /// What events of the period have noticed.
  let notices: [Notice]

  init(of transaction: Transaction, from: Timestamp, until: Timestamp) throws(Problem) {
    (self.from, self.until) = (from, until)
    let overdue = try transaction.report.overdueInvitations(now: until)
    var invitations = try transaction.report.invitationCounts()
    invitations["pending", default: 0] -= overdue
    self.invitations = invitations
    overdueInvitations = overdue
    joinLinks = try transaction.report.joinLinkCounts(now: until)
    joinRequests = try transaction.report.joinRequestCounts(now: until)
    mails = Queue(try transaction.report.queueCount(isWebhooks: false, now: until), now: until)
    webhooks = Queue(try transaction.report.queueCount(isWebhooks: true, now: until), now: until)
    relays = try transaction.relays.all().filter { $0.since != nil }
    endedMails = try transaction.report.endedMailCounts(from: from, until: until)
    activeSessions = try transaction.report.activeSessions(now: until)
    sessionLengths = try transaction.report.sessionLengths(from: from, until: until)
    notices = try transaction.notices.all(since: from).filter { $0.at < until }
    let measured = try transaction.report.durationCounts(from: from, until: until)
    durations = Dictionary(grouping: measured, by: \.function).mapValues(Durations.init)
    allDurations = measured.isEmpty ? nil : Durations(measured)
    for count in try transaction.report.auditCounts(from: from, until: until) { add(count) }
    for count in try transaction.report.originCounts(from: from, until: until) { add(count) }
  }

  /// The audit action of each function that starts a session.
  private static let signInActions = [
    "accept-invitation": "invitation.accepted", "sign-in": "account.signed-in",
    "sign-in-with-apple": "account.signed-in", "sign-up": "account.created",
  ]

  private mutating func add(_ count: AuditCount) {
    let isRefusal = count.action == "refused"
    if isRefusal { refusals.append(count) } else { events[count.action, default: 0] += count.count }
    guard let action = Self.signInActions[count.function] else { return }
    let provider = count.provider ?? "unknown"
    if count.action == action { attempts[provider, default: Attempts()].succeeded += count.count }
    // A refused invitation, for example an expired one, does not count as a refused sign-in.
    if isRefusal, count.code?.hasPrefix("auth/") ?? false {
      attempts[provider, default: Attempts()].refused += count.count
    }
  }

  private mutating func add(_ count: OriginCount) {
    if count.action == "account.created" { newAccounts[count.role ?? "unknown", default: 0] += count.count }
    guard let action = Self.signInActions[count.function] else { return }
    let isRefused = count.action == "refused" && count.code?.hasPrefix("auth/") ?? false
    guard isRefused || count.action == action else { return }
    let member = isRefused ? \Attempts.refused : \Attempts.succeeded
    attemptsByCountry[count.country ?? "unknown", default: Attempts()][keyPath: member] += count.count
    attemptsByRole[count.role ?? "unknown", default: Attempts()][keyPath: member] += count.count
  }

  var allAttempts: Attempts {
    attempts.values.reduce(into: Attempts()) {
      $0.succeeded += $1.succeeded
      $0.refused += $1.refused
    }
  }

  func refusals(for code: ErrorCode) -> Int {
    refusals.filter { $0.code == code.rawValue }.reduce(0) { $0 + $1.count }
  }

  /// Possible attacks.
  var securityEvents: [(name: String, count: Int)] {
    [
      ("tokenReused", events["session.token-reused"] ?? 0),
      ("tooManyRequests", refusals(for: .tooManyRequests)),
      (
        "wrongCredential",
        [.wrongPassword, .invalidCredential, .userNotFound].reduce(0) { $0 + refusals(for: $1) }
      ),
      ("invalidIdToken", refusals(for: .invalidIDToken) + refusals(for: .nonceMismatch)),
      ("botSuspected", refusals(for: .botSuspected)),
      ("underage", refusals(for: .underageUser)),
    ]
  }
}
