// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Glibc

/// What operators do by hand: one file for each subcommand.
@main
struct Vestibule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vestibule",
    abstract: "Looks after the accounts and data of an app's sign-in.",
    discussion: "It works with the same environment variables as the functions: DATABASE_URL, POLICY_FILE and so on.",
    version: vestibuleVersion,
    subcommands: [
      BackupCommand.self, DoctorCommand.self, ImportCommand.self, MailCommand.self, MigrateCommand.self,
      ReportCommand.self, RotateKeyCommand.self,
    ])

  /// A web server that has been given the whole folder would let anybody call it, and with arguments at that (RFC 3875,
  /// section 4.4).
  static func main() {
    guard getenv("GATEWAY_INTERFACE") == nil else {
      print("Status: 404\nContent-Type: text/plain\n")
      Glibc.exit(77)
    }
    main(nil)
  }
}
