// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The `main` of a function's executable, wherever it runs.
/// - Parameter courier: makes the courier, in those that send mail.
/// - Parameter mailWebhooks: the webhooks that the function takes, in the one that hears of mails from their vendors.
/// - Parameter pages: makes the page that the answer is shown as, in those that a browser calls.
public func run<F: Function>(
  _ function: F.Type, courier: CourierMaker? = nil, mailWebhooks: [any MailWebhook.Type] = [],
  pages: (any PageMaker)? = nil
) -> Never {
  holdStandardStreams()
  let service = Service<F>(courier: courier, mailWebhooks: mailWebhooks, pages: pages)
  let runner: Runner
  do throws(Problem) { runner = try Runner(service.settings) } catch { service.runOnStdin(refusing: error) }
  switch runner {
  case .stdin:
    // A web server may pass a query on as arguments (RFC 3875, section 4.4): they are for whoever has a shell.
    if CommandLine.argc > 1 { answerFlag(CommandLine.arguments[1], F.name) }
    service.runOnStdin()
  case .cgi: service.runAsCGI()
  case .openfaas: service.runOnOpenFaaS()
  case .lambda: service.runOnLambda()
  }
}
