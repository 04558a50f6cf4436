// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Glibc
import Runtime

/// The operators' command, with one file per subcommand.
@main
struct Vestibule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vestibule",
    abstract: "Manages the accounts and data of an app's sign-in.",
    discussion: "It uses the same environment variables as the functions: DATABASE_URL, POLICY_FILE and so on.",
    version: vestibuleVersion,
    subcommands: [
      AccountCommand.self, AuditCommand.self, BackupCommand.self, DeliverCommand.self, DoctorCommand.self,
      ImportCommand.self, KeyCommand.self,
      MailCommand.self, MigrateCommand.self, ReadyCommand.self, ReportCommand.self, RestoreCommand.self,
      RotateKeyCommand.self, ServeCommand.self, SuppressionCommand.self, TeamCommand.self, WorkersCommand.self,
    ])

  /// Refuses to run as a CGI program: a web server that serves the whole folder would let anybody call it, even with
  /// arguments (RFC 3875, section 4.4).
  static func main() {
    guard getenv("GATEWAY_INTERFACE") == nil else {
      print("Status: 404\nContent-Type: text/plain\n")
      Glibc.exit(77)
    }
    let arguments = processArguments()
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      if exitCode(for: error) == .validationFailure,
        let mistake = CommandSuggestion.forMistake(in: arguments)
      {
        writeStandardError("Did you mean \(mistake.meant) instead of \(mistake.typed.printable)?\n")
      }
      exit(withError: error)
    }
  }
}
