// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP
import Storage

/// The certificates that Amazon SNS signs with, fetched from where Amazon publishes them and kept in the database for a
/// day.
public struct SNSCertificates {
  private let reach: IssuerReach

  public init(_ reach: IssuerReach) { self.reach = reach }

  private static let lifetime = Duration.days(1)

  /// The certificate at a URL that a message names.
  ///
  /// The connection vouches for it: it must be Amazon's own host of the topic's region, and the file one that Amazon
  /// keeps certificates in.
  /// - Returns: nil where the URL or what is there is not such.
  /// - Throws: `service/unavailable` where nothing can be fetched.
  public func certificate(at url: String, ofTopic topic: String) throws(Problem) -> SNSCertificate? {
    guard isAmazons(url, topic) else { return nil }
    if let cached = try reach.cached(url), cached.freshUntil > reach.now, let pem = cached.keys["certificate"]?.string {
      return SNSCertificate(pem: pem)
    }
    // Any message names a file, so the host is what is left alone.
    let host = url.split(separator: "/").prefix(2).joined(separator: "//")
    try reach.requireRest(of: host)
    let response = try reach.get(url, of: host, try HTTPClient())
    let pem = String(decoding: response.body, as: UTF8.self)
    guard response.status == 200, let certificate = SNSCertificate(pem: pem) else { return nil }
    try reach.keep(["certificate": .string(pem)], of: url, for: Self.lifetime, issuer: host)
    return certificate
  }

  /// - Parameter topic: `arn:aws:sns:us-east-1:123456789012:name`; the partition `aws-cn` has a domain of its own.
  private func isAmazons(_ url: String, _ topic: String) -> Bool {
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
    return reach.isAllowedInsecure(String(folder)) && folder.split(separator: "/").count == 2
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
