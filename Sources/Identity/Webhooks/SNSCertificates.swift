// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP
import Storage

/// The certificates with which Amazon SNS signs messages, fetched from Amazon and cached in the database for a day.
package struct SNSCertificates {
  private let issuerClient: IssuerClient

  package init(_ issuerClient: IssuerClient) { self.issuerClient = issuerClient }

  private static let lifetime = Duration.days(1)

  /// The certificate at the URL in a message.
  ///
  /// It is trusted because of the TLS connection: the URL has to name Amazon's host for the region of the topic, and a
  /// certificate file there.
  /// - Returns: nil if the URL is not such a URL, or the file is not a certificate.
  /// - Throws: `service/unavailable` if the file cannot be fetched.
  package func certificate(at url: String, ofTopic topic: String) throws(Problem) -> SNSCertificate? {
    guard isAmazonURL(url, topic) else { return nil }
    if let cached = try issuerClient.cached(url), cached.freshUntil > issuerClient.now,
      let pem = cached.keys["certificate"]?.string
    {
      return SNSCertificate(pem: pem)
    }
    // Failures are stored by host, because a message may name any file.
    let host = url.split(separator: "/").prefix(2).joined(separator: "//")
    try issuerClient.requireNoRecentFailure(of: host)
    let response = try issuerClient.get(url, of: host, try HTTPClient())
    let pem = String(decoding: response.body, as: UTF8.self)
    guard response.status == 200, let certificate = SNSCertificate(pem: pem) else { return nil }
    try issuerClient.cache(["certificate": .string(pem)], of: url, for: Self.lifetime, issuer: host)
    return certificate
  }

  /// - Parameter topic: `arn:aws:sns:us-east-1:123456789012:name`; the partition `aws-cn` has its own domain.
  private func isAmazonURL(_ url: String, _ topic: String) -> Bool {
    let parts = topic.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[2] == "sns", !parts[3].isEmpty,
      parts[3].utf8.allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
    else { return false }
    let file = url.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = url.dropLast(file.count)
    guard file.hasPrefix("SimpleNotificationService-"), file.hasSuffix(".pem"),
      file.dropLast(4).utf8.allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
    else { return false }
    if folder == "https://sns.\(parts[3]).amazonaws.com\(parts[1] == "aws-cn" ? ".cn" : "")/" { return true }
    return folder.hasPrefix("http://") && folder.split(separator: "/").count == 2 && issuerClient.mayAsk(String(folder))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
