// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime

/// The commands for mails.
struct MailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Lists and requeues mails, previews templates, and tests the relay.",
    subcommands: [
      MailListCommand.self, MailShowCommand.self, MailRequeueCommand.self, MailPreviewCommand.self,
      MailTestCommand.self,
    ])

  /// The environment of the commands that need the database.
  static func environment() throws(Failure) -> Environment {
    try orFailure { () throws(Problem) in try Environment.forOperator(Settings(), needsDatabase: true, needsKey: false)
    }
  }
}

extension OutboxMessage.State: ExpressibleByArgument {}
extension OutboxMessage.Kind: ExpressibleByArgument {}
