// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Storage

/// A proxy that a request came through and that is not in `TRUSTED_PROXIES`. Its clients cannot be distinguished.
package struct UntrustedProxy: Equatable, Sendable {
  /// The address of the proxy; nil for a gateway whose runner does not report it.
  package let address: String?
  /// The header that the proxy, or its client, has written.
  package let header: String
}

extension UntrustedProxy {
  /// Stores the proxy for `vestibule doctor`.
  func remember(_ environment: Environment, _ settings: Settings) {
    Notice(.untrustedProxy, detail: json, at: environment.now).store(environment, settings)
  }

  /// The proxy of the last such request within a week, if it is still not trusted.
  package static func last(
    _ environment: Environment, _ settings: Settings
  ) throws(Problem) -> (proxy: UntrustedProxy, at: Timestamp)? {
    let found = try environment.store.readAtOnce { (transaction) throws(Problem) in
      try transaction.notices.find(.untrustedProxy)
    }
    guard let found, found.at > environment.now - .days(7) else { return nil }
    let proxy = UntrustedProxy(address: found.detail["address"]?.string, header: found.detail["header"]?.string ?? "")
    return try TrustedProxies(settings).trusts(proxy.address) ? nil : (proxy, found.at)
  }

  private var json: JSON { .object(["address": address.map(JSON.string), "header": .string(header)]) }
}
