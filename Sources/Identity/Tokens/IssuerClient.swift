// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP
import Storage

/// Requests to issuers, which publish the keys and certificates of tokens and messages, and the answers that are cached
/// in the database. After a failure, an issuer is not asked again for some time. Otherwise every event that needs its
/// keys would wait for it.
package struct IssuerClient {
  let store: Store
  let now: Timestamp
  private let deadline: Deadline
  private let traceparent: String?
  /// Whether `http:` may be used, on loopback.
  private let allowInsecure: Bool
  private let start = ContinuousClock.now

  package init(store: Store, now: Timestamp, deadline: Deadline, traceparent: String?, allowInsecure: Bool) {
    self.store = store
    self.now = now
    self.deadline = deadline
    self.traceparent = traceparent
    self.allowInsecure = allowInsecure
  }

  /// The timeout of one request.
  private static let timeout = Duration.seconds(5)
  /// The pause after a failure.
  private static let pause = Duration.seconds(30)
  /// A timeout after less than this time does not count as a failure of the issuer. Otherwise a caller who uses up the
  /// time of an event could block the issuer for everyone.
  private static let minimumTime = Duration.seconds(2)

  /// The current time, because requests take time.
  private var timestamp: Timestamp { now + (ContinuousClock.now - start) }

  /// - Parameter issuer: the key under which its failure is stored, such as the URL of its key set.
  /// - Throws: `service/unavailable` with the time to wait, if the issuer failed recently.
  func requireNoRecentFailure(of issuer: String) throws(Problem) {
    let failedAt = try store.readAtOnce { (transaction) throws(Problem) in
      try transaction.keySets.issuerFailure(url: issuer)
    }
    let timestamp = timestamp
    // A failure in the future is ignored: the clock was ahead when it was stored.
    guard let failedAt, failedAt <= timestamp, timestamp < failedAt + Self.pause else { return }
    throw Problem(
      .unavailable, "the issuer's keys are unavailable: its last request failed",
      retryAfter: failedAt + Self.pause - timestamp, cause: "\(issuer) is not asked again yet")
  }

  /// Gets a resource.
  /// - Parameter issuer: as for `requireNoRecentFailure`; nil if a failure is not stored.
  /// - Throws: `service/unavailable` if there is no answer, or one with a server error. The failure is committed at
  ///   once, because the event ends without an answer of its own.
  func get(_ url: String, of issuer: String?, _ client: HTTPClient) throws(Problem) -> HTTPClient.Response {
    let end = deadline.atMost(Self.timeout)
    let time = end.remaining
    do throws(Problem) {
      let response = try client.get(url, traceparent: traceparent, by: end)
      guard response.status < 500 else {
        throw .unavailable("\(url) has a server error", cause: "it answered with status \(response.status)")
      }
      return response
    } catch {
      // libcurl counts milliseconds and may time out slightly early.
      let isInTime = end.remaining > .milliseconds(20)
      if let issuer, isInTime || time >= Self.minimumTime { storeFailure(of: issuer) }
      throw error
    }
  }

  /// Posts a form. A failure is not stored, because the form belongs to one person.
  /// - Parameter authorization: the header `Authorization`.
  func post(_ url: String, form: String, authorization: String?) throws(Problem) -> HTTPClient.Response {
    try HTTPClient().post(
      url, form: form, authorization: authorization, traceparent: traceparent, by: deadline.atMost(Self.timeout))
  }

  /// The cached answer of a URL, fresh or not.
  func cached(_ url: String) throws(Problem) -> CachedKeySet? {
    try store.readAtOnce { (transaction) throws(Problem) in try transaction.keySets.find(url: url) }
  }

  /// Caches the answer of a URL, and deletes the failure of its issuer.
  func cache(_ keys: JSON, of url: String, for time: Duration, issuer: String) throws(Problem) {
    try store.write { (transaction) throws(Problem) in
      try transaction.keySets.save(
        CachedKeySet(url: url, keys: keys, fetchedAt: now, freshUntil: now + time, attemptedAt: now))
      try transaction.keySets.deleteIssuerFailure(url: issuer)
    }
  }

  /// Whether a URL may be asked: it is of https, or of http on this machine with `ALLOW_INSECURE`.
  func mayAsk(_ url: String) -> Bool { isConfidential(url, allowsInsecure: allowInsecure) }

  /// A failed write is ignored: the caller has to get the issuer's failure, and the next event asks again.
  private func storeFailure(of issuer: String) {
    _ = try? store.write { (transaction) throws(Problem) in
      try transaction.keySets.recordIssuerFailure(url: issuer, at: timestamp)
    }
  }
}
