// SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import Functions
import Runtime

extension Diagnosis {
  /// Variables that stop mails, text messages or webhooks, or that cause the reports of vendors to be refused.
  func deliveryFindings(_ policy: Policy, _ environment: Environment) -> [Finding] {
    let problems = DeliverySettings.problems(settings, courier(policy), environment)
    if problems.isEmpty { return [.ok("delivery", "the variables of mails, text messages and webhooks are valid")] }
    return problems.map {
      .failure(
        "delivery", $0, advice: "Correct or unset the variable: until then these messages wait, or reports are refused."
      )
    }
  }

  /// Client secrets with which no page can sign anybody in. Their text is not printed.
  func clientSecretFindings(_ policy: Policy) -> [Finding] {
    let texts: [String]
    do throws(Problem) { texts = try settings.secrets("CLIENT_SECRETS") } catch {
      return [.failure("variables", error, advice: "Correct or unset the variable.")]
    }
    return texts.compactMap { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex, equals != text.indices.last else {
        return .failure(
          "variables", "CLIENT_SECRETS should be provider=secret, with a space before the next one",
          advice: "Correct it: until then pages do not offer the provider.")
      }
      if policy.providers[String(text[..<equals])] != nil { return nil }
      return .warning(
        "variables", "CLIENT_SECRETS has a secret of a provider that the policy does not have",
        advice: "Remove the secret, or correct the provider's name.")
    }
  }
}
