// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Diagnosis {
  /// Reports accounts whose role the policy does not have. Functions never store such a role, but a policy can change,
  /// and the database can be changed by other programs.
  func roleFindings(_ environment: Environment) -> [Finding] {
    let advice = "Add the role to the policy, or correct the accounts with `vestibule account role`."
    do throws(Problem) {
      let roles = try environment.store.read { (transaction) throws(Problem) in try transaction.report.roles() }
      return roles.filter { !environment.policy.roles.all.contains($0.key) }.sorted { $0.key < $1.key }.map {
        .warning(
          "roles", "accounts have the role \"\($0.key)\", which the policy does not have: \($0.value)", advice: advice)
      }
    } catch {
      return [.failure("roles", error, advice: "Check the database.")]
    }
  }
}
