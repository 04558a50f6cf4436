// SPDX-License-Identifier: Apache-2.0

import Configuration
import ArgumentParser
import Domain
import Functions
import Runtime

/// What operators do with mails.
struct MailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Looks at mails, puts waiting ones forward and shows what templates make.",
    subcommands: [MailListCommand.self, MailShowCommand.self, MailRequeueCommand.self, MailPreviewCommand.self])

  /// The world of the commands that need the database.
  static func environment() throws(Failure) -> Environment {
    try orFailure { () throws(Problem) in try Environment.forOperator(Settings(), needsDatabase: true) }
  }

  static func print(_ line: String) throws(Failure) {
    guard writeStandardOutput(Array(line.utf8)) else { throw .unavailable("nobody took the answer from stdout") }
  }
}

extension OutboxMessage.State: ExpressibleByArgument {}
extension OutboxMessage.Kind: ExpressibleByArgument {}
