// SPDX-License-Identifier: Apache-2.0

import Foundation
import VestibuleClient

// Calls a server as an app does. Each step prints one line of JSON.

let usage = """
  trainer-cli URL [CLIENTS]
    Walks the loop of an invitation: sign up, verify, invite, accept, assign, list, complete, sign out. Codes of mails
    are read from stdin, one line each, because mails are not sent here.
  trainer-cli URL --session FILE [CALLS]
    Makes as many calls at once with the session in FILE, which has the tokens of a sign-in.
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
