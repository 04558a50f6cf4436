// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Runtime

extension Diagnosis {
  /// Checks whether requests come through proxies whose clients cannot be distinguished.
  func proxyFinding(_ environment: Environment) -> Finding {
    do throws(Problem) {
      guard let (proxy, at) = try UntrustedProxy.last(environment, settings) else {
        return .ok("proxies", "no request came through a proxy that TRUSTED_PROXIES does not name")
      }
      guard let address = proxy.address else {
        return .failure(
          "proxies",
          "requests come through a gateway with \(proxy.header), and TRUSTED_PROXIES is unset; the last one at"
            + " \(at.rfc3339)",
          advice: "Set TRUSTED_PROXIES to the networks of the cluster: limits by address do not apply until then.")
      }
      return .failure(
        "proxies",
        "a request from \(address) had the header \(proxy.header), and TRUSTED_PROXIES does not name that address; the"
          + " last one at \(at.rfc3339)",
        advice: """
          If \(address) is your proxy, add it to TRUSTED_PROXIES, and set TRUSTED_PROXY_HEADER to the header that it \
          sets: until then, all its clients share their limits. If not, the sender forged the header, and it is ignored.
          """)
    } catch {
      return .failure("proxies", error, advice: "Check TRUSTED_PROXIES, TRUSTED_PROXY_HEADER and the database.")
    }
  }
}
