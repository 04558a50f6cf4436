// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Identity

extension Settings {
  /// Checks the variables that all processes need.
  /// - Throws: `service/misconfigured` with the name of the invalid variable.
  package func check() throws(Problem) {
    _ = try Runner(self)
    _ = try TrustedProxies(self)
    _ = try deadlineSeconds
    _ = try (maximumEvents, idleTime, number("HASHING_PROCESSES", in: 1...10_000))
    _ = try logger(context: [:])
    _ = try StandardWebhook.secrets(secrets(StandardWebhook.variable))
    for name in ["ALLOW_INSECURE", "EXIT_ON_ERROR", "FORMS_BY_NAME", "SQS_FAIL_REFUSED"] { _ = try flag(name) }
  }
}
