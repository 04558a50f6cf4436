// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The events of a period, and the state at its end.
struct Report {
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
  private(set) var signIns = AttemptCounts()
  /// Calls of `sign-up`. A first sign-in with a provider is a sign-in.
  private(set) var signUps = AttemptCounts()
  /// New accounts by role, however they began.
  private(set) var newAccounts: [String: Int] = [:]
  /// By function.
  let durations: [String: Durations]
  /// Those of sign-ins and sign-ups, by provider.
  let durationsByProvider: [String: Durations]
  /// Of all functions; nil if no event was measured.
  let allDurations: Durations?
  private(set) var refusals: [AuditCount] = []
  private(set) var events: [String: Int] = [:]
  /// How far the invitations have come that were sent in the period.
  let funnel: InvitationFunnel
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
  /// The notices of events of the period.
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
    let attempts = measured.filter { AttemptCounts.isAttempt($0.function) && $0.provider != nil }
    durationsByProvider = Dictionary(grouping: attempts) { $0.provider ?? "" }.mapValues(Durations.init)
    funnel = try transaction.report.funnel(from: from, until: until)
    allDurations = measured.isEmpty ? nil : Durations(measured)
    for count in try transaction.report.auditCounts(from: from, until: until) { add(count) }
    for count in try transaction.report.originCounts(from: from, until: until) { add(count) }
  }

  private mutating func add(_ count: AuditCount) {
    let action = AuditAction(rawValue: count.action)
    if action == .refused { refusals.append(count) } else { events[count.action, default: 0] += count.count }
    let provider = count.provider ?? "unknown"
    switch AttemptCounts.meaning(of: action, in: count.function, count.code) {
    case .signIn(let member)?: signIns.byProvider[provider, default: Attempts()][keyPath: member] += count.count
    case .signUp(let member)?: signUps.byProvider[provider, default: Attempts()][keyPath: member] += count.count
    case nil: break
    }
  }

  private mutating func add(_ count: OriginCount) {
    let action = AuditAction(rawValue: count.action)
    if action == .accountCreated { newAccounts[count.role ?? "unknown", default: 0] += count.count }
    switch AttemptCounts.meaning(of: action, in: count.function, count.code) {
    case .signIn(let member)?: signIns.add(count, member)
    case .signUp(let member)?: signUps.add(count, member)
    case nil: break
    }
  }

  /// Sign-ins and sign-ups together.
  var allAttempts: Attempts {
    let (ins, ups) = (signIns.all, signUps.all)
    return Attempts(succeeded: ins.succeeded + ups.succeeded, refused: ins.refused + ups.refused)
  }

  /// How long each relay has not accepted mails, the longest time first. A relay that should have been tried more than
  /// an hour ago is left out: nothing is sent through it any more, so its state is that of an earlier time.
  var relayOutages: [(relay: RelayState, time: Duration)] {
    relays.compactMap { relay -> (relay: RelayState, time: Duration)? in
      guard let since = relay.since, let next = relay.nextTryAt, next + .hours(1) > until else { return nil }
      return (relay, until - since)
    }.sorted { $0.time > $1.time }
  }

  func events(_ action: AuditAction) -> Int { events[action.rawValue] ?? 0 }

  func refusals(for code: ErrorCode) -> Int {
    refusals.filter { $0.code == code.rawValue }.reduce(0) { $0 + $1.count }
  }

  /// Possible attacks.
  var securityEvents: [(name: String, count: Int)] {
    [
      ("tokenReused", events(.sessionTokenReused)),
      ("tooManyRequests", refusals(for: .tooManyRequests)),
      (
        "wrongCredential",
        [.wrongPassword, .invalidCredential, .userNotFound].reduce(0) { $0 + refusals(for: $1) }
      ),
      ("invalidIdToken", refusals(for: .invalidIDToken) + refusals(for: .nonceMismatch)),
      ("botSuspected", refusals(for: .botSuspected)),
      ("underage", refusals(for: .underageUser)),
      ("locked", events(.securityLocked)),
      ("newCountry", events(.securityNewCountry)),
      ("newDevice", events(.securityNewDevice)),
    ]
  }
}
