// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP
import Storage

/// Requests to issuers, which publish the keys and certificates that tokens and messages are verified with, and what is
/// kept of their answers in the database. One that did not answer is left alone for a while: otherwise every event that
/// needs its keys would wait for it.
public struct IssuerReach {
  let store: Store
  let now: Timestamp
  private let deadline: Deadline
  private let traceparent: String?
  /// Whether `http:` may be used, on loopback.
  private let allowInsecure: Bool
  private let start = ContinuousClock.now

  public init(store: Store, now: Timestamp, deadline: Deadline, traceparent: String?, allowInsecure: Bool) {
    self.store = store
    self.now = now
    self.deadline = deadline
    self.traceparent = traceparent
    self.allowInsecure = allowInsecure
  }

  /// An issuer that takes longer does not answer.
  private static let timeout = Duration.seconds(5)
  /// How long one that did not answer is left alone.
  private static let pause = Duration.seconds(30)
  /// What an issuer is given at least before its silence counts against it: a caller who uses up the time of their own
  /// event must not be able to keep everybody else from the issuer.
  private static let fairTime = Duration.seconds(2)

  /// The time that it is by now: a request may have taken a while.
  private var timestamp: Timestamp { now + (ContinuousClock.now - start) }

  /// - Parameter issuer: what its failure is remembered by, such as the URL of its key set.
  /// - Throws: `service/unavailable`, with the time to wait, where the issuer did not answer a moment ago.
  func requireRest(of issuer: String) throws(Problem) {
    let failedAt = try store.read { (rows) throws(Problem) in try rows.issuerFailure(url: issuer) }
    let timestamp = timestamp
    // A failure in the future is none: it was written while the clock was ahead.
    guard let failedAt, failedAt <= timestamp, timestamp < failedAt + Self.pause else { return }
    throw Problem(
      .unavailable, "the issuer's keys cannot be had: it did not answer a moment ago",
      retryAfter: failedAt + Self.pause - timestamp, cause: "\(issuer) is left alone")
  }

  /// Gets a resource.
  /// - Parameter issuer: as `requireRest` has it; nil to remember nothing.
  /// - Throws: `service/unavailable` where there is no answer, or one that tells of a fault over there. That is
  ///   committed at once, for the event ends without an answer of its own.
  func get(_ url: String, of issuer: String?, _ client: HTTPClient) throws(Problem) -> HTTPClient.Response {
    let end = deadline.atMost(Self.timeout)
    let time = end.remaining
    do throws(Problem) {
      let response = try client.get(url, traceparent: traceparent, by: end)
      guard response.status < 500 else {
        throw .unavailable("\(url) has a fault", cause: "it answered \(response.status)")
      }
      return response
    } catch {
      // libcurl counts milliseconds: it may give up a little before the time is over.
      let isInTime = end.remaining > .milliseconds(20)
      if let issuer, isInTime || time >= Self.fairTime { noteFailure(of: issuer) }
      throw error
    }
  }

  /// What is kept of a URL, fresh or not.
  func cached(_ url: String) throws(Problem) -> CachedKeySet? {
    try store.read { (rows) throws(Problem) in try rows.keySet(url: url) }
  }

  /// Keeps what a URL answered, and forgets that its issuer did not answer before.
  func keep(_ keys: JSON, of url: String, for time: Duration, issuer: String) throws(Problem) {
    try store.write { (rows) throws(Problem) in
      try rows.save(CachedKeySet(url: url, keys: keys, fetchedAt: now, freshUntil: now + time, attemptedAt: now))
      try rows.forgetIssuerFailure(url: issuer)
    }
  }

  /// Whether a URL is one of `http:` that may be used.
  func isAllowedInsecure(_ url: String) -> Bool {
    allowInsecure && url.hasPrefix("http://") && isLoopback(host(ofURL: url))
  }

  /// Where this cannot be written, the next event asks again: the issuer's failure is what the caller has to hear of.
  private func noteFailure(of issuer: String) {
    _ = try? store.write { (rows) throws(Problem) in try rows.noteIssuerFailure(url: issuer, at: timestamp) }
  }
}
