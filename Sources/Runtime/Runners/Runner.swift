// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// What starts the process and brings it its events.
enum Runner: String, CaseIterable {
  /// One event on stdin, one result on stdout.
  case stdin
  /// A web server, one process for each request (RFC 3875).
  case cgi
  /// The watchdogs of OpenFaaS, where they start one process for each request.
  case openfaas
  /// AWS Lambda, one process for one event after the other.
  case lambda

  /// The one that `RUNNER` names, or else the one whose variable is set.
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
