// SPDX-License-Identifier: Apache-2.0

import Foundation
import VestibuleClient

// Calls a server as an app does. Each step prints one line of JSON.

let usage = """
  trainer-cli URL [CLIENTS]
    Calls the server at URL as a trainer and CLIENTS clients (default: 1). The trainer signs up as trainer@example.com,
    verifies the address and invites each client with a link. Each client accepts with a new password, gets a workout,
    completes it and signs out.
    After {"code":"verification"} it waits for a line on stdin: the code of the mail to trainer@example.com.
    The server needs a database without these accounts, and a policy with "providers": {"password": {}},
    "invitation": {"emailMatch": "any"} and the inviter's role in roles.signUp.
  trainer-cli URL --session FILE [CALLS]
    Makes CALLS calls (default: 1) at the same time with the session in FILE, which the client kit's FileTokenStore has
    written.

  Each step is one line of JSON on stdout. Exits with 1 if a step fails.
  """

var arguments = Array(CommandLine.arguments.dropFirst())
guard let url = arguments.first.flatMap({ URL(string: $0) }), url.host != nil else {
  print(usage)
  exit(64)
}
arguments.removeFirst()

do {
  if arguments.first == "--session", arguments.count > 1 {
    let number = arguments.count > 2 ? Int(arguments[2]) : nil
    try await StoredCalls(url, file: URL(fileURLWithPath: arguments[1])).run(calls: number ?? 1)
  } else {
    try await Walk(url).run(clients: arguments.first.flatMap { Int($0) } ?? 1)
  }
} catch {
  FileHandle.standardError.write(Data("trainer-cli: \(error)\n".utf8))
  exit(1)
}
