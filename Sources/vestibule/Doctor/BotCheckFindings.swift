// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Runtime

extension Diagnosis {
  /// Asks the vendor of the policy's `botCheck` about an invalid token: it refuses the token, but not the
  /// secret.
  func botCheckFindings(_ policy: Policy) -> [Finding] {
    guard let rules = policy.botCheck else { return [] }
    return [
      finding("bot check", advice: "Correct this: until then \(rules.functions.joined(separator: ", ")) may not work.")
      {
        () throws(Problem) in
        let verifier = try settings.botVerifier(policy)
        _ = try verifier?.verdict(on: "vestibule-doctor", for: "doctor", by: Deadline(in: timeout))
        return "\(rules.provider.rawValue) accepts the secret"
      }
    ]
  }
}
