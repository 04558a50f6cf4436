// SPDX-License-Identifier: Apache-2.0

import Domain

/// The keys with which senders of webhooks sign their requests.
package struct WebhookKeys {
  /// The time at which requests are verified.
  package let now: Timestamp
  /// The certificates of senders that publish them.
  package let certificates: SNSCertificates
  private let values: (_ variable: String) throws(Problem) -> [String]

  /// - Parameter values: the values of a variable, separated by spaces.
  package init(
    now: Timestamp, certificates: SNSCertificates, values: @escaping (_ variable: String) throws(Problem) -> [String]
  ) {
    (self.now, self.certificates, self.values) = (now, certificates, values)
  }

  /// The keys in a variable. There is more than one during a key change, and none if the variable is unset.
  package func keys(in variable: String) throws(Problem) -> [String] { try values(variable) }
}
