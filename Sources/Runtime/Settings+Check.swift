// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

extension Settings {
  /// Reads what every process needs, whatever it does.
  /// - Throws: `service/misconfigured` naming the variable that is wrong.
  public func check() throws(Problem) {
    _ = try Runner(self)
    _ = try TrustedProxies(self)
    _ = try deadlineSeconds
    _ = try logger(context: [:])
    _ = try webhookSecrets()
    for name in ["ALLOW_INSECURE", "EXIT_ON_ERROR"] { _ = try flag(name) }
  }
}
