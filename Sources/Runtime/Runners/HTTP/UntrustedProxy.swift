// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Storage

/// A proxy that a request came through and that is not in `TRUSTED_PROXIES`, so that its clients cannot be
/// distinguished.
package struct UntrustedProxy: Equatable, Sendable {
  /// The address of the proxy; nil for a gateway whose runner does not report it.
  package let address: String?
  /// The header that the proxy, or its client, has written.
  package let header: String
}

extension UntrustedProxy {
  /// Stores the proxy for `vestibule doctor`. The request is already decided: a failure here is ignored, and the time
  /// is limited.
  ///
  /// The same proxy is stored at most once per minute, because every request of a busy proxy comes here.
  func remember(_ environment: Environment, _ settings: Settings) {
    // A function that has not opened the database does not open it for this.
    guard environment.store.isOpen, environment.deadline.remaining > .seconds(1) else { return }
    do throws(Problem) {
      let known = try environment.store.readAtOnce { (rows) throws(Problem) in try rows.notice(.untrustedProxy) }
      if let known, known.detail == json, abs((environment.now - known.at).wholeMilliseconds) < 60_000 { return }
      let store = Store.at(
        try settings.database, legacyRole: nil, deadline: environment.deadline.atMost(Self.timeout),
        timeout: Self.timeout)
      try store.write { (rows) throws(Problem) in
        try rows.save(Notice(.untrustedProxy, detail: json, at: environment.now))
      }
    } catch {
      // The next request stores it.
    }
  }

  private static let timeout = Duration.milliseconds(200)

  private var json: JSON { .object(["address": address.map(JSON.string), "header": .string(header)]) }
}

extension Environment {
  /// The proxy of the last such request within a week, if it is still not trusted.
  package func untrustedProxy(_ settings: Settings) throws(Problem) -> (proxy: UntrustedProxy, at: Timestamp)? {
    let found = try store.readAtOnce { (rows) throws(Problem) in try rows.notice(.untrustedProxy) }
    guard let found, found.at > now - .days(7) else { return nil }
    let proxy = UntrustedProxy(address: found.detail["address"]?.string, header: found.detail["header"]?.string ?? "")
    return try TrustedProxies(settings).trusts(proxy.address) ? nil : (proxy, found.at)
  }
}
