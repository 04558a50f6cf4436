// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The `main` of a function's executable, for all runners.
/// - Parameters:
///   - courier: creates the courier, for functions that send mail.
///   - page: creates what renders pages, for functions that answer programs and browsers.
package func run<F: Function>(_ function: F.Type, courier: CourierMaker? = nil, page: PageRendering? = nil) -> Never {
  openClosedStandardStreams()
  let service = Service<F>(courier: courier, page: page)
  let runner: Runner
  do throws(Problem) { runner = try Runner(service.settings) } catch { service.runOnStdin(refusing: error) }
  switch runner {
  case .stdin:
    // A web server may pass a query as arguments (RFC 3875, section 4.4); flags are only for a shell.
    if let flag = processArguments().first { answerFlag(flag, F.name) }
    service.runOnStdin()
  case .cgi: service.runAsCGI()
  case .openfaas: service.runOnOpenFaaS()
  case .fastcgi: service.runOnFastCGI()
  case .lambda: service.runOnLambda()
  }
}
