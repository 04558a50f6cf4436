// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// The platform that starts the process and delivers its events.
enum Runner: String, CaseIterable {
  /// One event on stdin, one result on stdout.
  case stdin
  /// A web server with one process per request (RFC 3875).
  case cgi
  /// An OpenFaaS watchdog with one process per request.
  case openfaas
  /// A web server whose requests one process answers one after the other (FastCGI 1.0).
  case fastcgi
  /// AWS Lambda, where one process answers one event after the other.
  case lambda

  /// The runner in `RUNNER`, or else the one whose variable is set.
  /// - Throws: `service/misconfigured`.
  init(_ settings: Settings) throws(Problem) {
    if let name = try settings["RUNNER"] {
      guard let runner = Runner(rawValue: name) else {
        let names = Runner.allCases.map(\.rawValue).joined(separator: ", ")
        throw .misconfigured("RUNNER", "should be one of \(names)")
      }
      self = runner
    } else if getenv("AWS_LAMBDA_RUNTIME_API") != nil {
      self = .lambda
    } else if getenv("GATEWAY_INTERFACE") != nil {
      self = .cgi
    } else if getenv("Http_Method") != nil {
      self = .openfaas
    } else {
      self = .stdin
    }
  }
}
