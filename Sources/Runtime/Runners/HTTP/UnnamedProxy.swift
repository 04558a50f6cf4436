// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Storage

/// A proxy that a request came through and that `TRUSTED_PROXIES` does not name, so that its clients are not told apart.
public struct UnnamedProxy: Equatable, Sendable {
  /// What it connected from; nil for a gateway whose runner does not say.
  public let address: String?
  /// The header that it, or its client, has written.
  public let header: String
}

extension UnnamedProxy {
  /// Writes it down for `vestibule doctor`. The request has been decided: nothing that goes wrong here matters to it, nor
  /// may it take long.
  ///
  /// Written once a minute as long as it is the same, so that a busy proxy costs hardly more than a look.
  func remember(_ environment: Environment, _ settings: Settings) {
    // A function that has not opened the database is not to wait for it here.
    guard environment.store.isOpen, environment.deadline.remaining > .seconds(1) else { return }
    do throws(Problem) {
      let known = try environment.store.read { (rows) throws(Problem) in try rows.notice(.unnamedProxy) }
      if let known, known.detail == json, abs((environment.now - known.at).wholeMilliseconds) < 60_000 { return }
      let store = Store.at(
        try settings.database, legacyRole: nil, deadline: environment.deadline.atMost(Self.timeout),
        timeout: Self.timeout)
      try store.write { (rows) throws(Problem) in
        try rows.save(Notice(.unnamedProxy, detail: json, at: environment.now))
      }
    } catch {
      // The next one is remembered.
    }
  }

  private static let timeout = Duration.milliseconds(200)

  private var json: JSON { .object(["address": address.map(JSON.string), "header": .string(header)]) }
}

extension Environment {
  /// The last request of the past week that came through a proxy which is still not named.
  public func unnamedProxy(_ settings: Settings) throws(Problem) -> (proxy: UnnamedProxy, at: Timestamp)? {
    let found = try store.read { (rows) throws(Problem) in try rows.notice(.unnamedProxy) }
    guard let found, found.at > now - .days(7) else { return nil }
    let proxy = UnnamedProxy(address: found.detail["address"]?.string, header: found.detail["header"]?.string ?? "")
    return try TrustedProxies(settings).trusts(proxy.address) ? nil : (proxy, found.at)
  }
}
