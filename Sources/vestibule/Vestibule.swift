import ArgumentParser
import Domain

/// What operators do by hand: one file for each subcommand.
@main
struct Vestibule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vestibule",
    abstract: "Looks after the accounts and data of an app's sign-in.",
    discussion: "It works with the same environment variables as the functions: DATABASE_URL, POLICY_FILE and so on.",
    version: vestibuleVersion,
    subcommands: [BackupCommand.self, ImportCommand.self, MailCommand.self, MigrateCommand.self])
}
