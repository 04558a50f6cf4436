// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Glibc
import Runtime
import Storage

/// The operating system's user who runs the command, for the audit log. Under sudo it is the user who typed sudo.
func operatingSystemUser() -> String {
  if let name = getenv("SUDO_USER").map({ String(cString: $0) }), !name.isEmpty { return name }
  guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "uid \(getuid())" }
  return String(cString: name)
}

extension Call {
  /// The call of an operator's command. Its audit log entries name the operator.
  /// - Parameter command: the command, such as `account`, which the entries have as their function.
  static func ofOperator(_ command: String, _ environment: Environment) -> Call {
    var origin = Origin()
    origin.operatorName = operatingSystemUser()
    return Call(
      function: command, caller: nil, event: nil, origin: origin,
      language: LanguageTag(environment.policy.app.locales.first ?? "en"))
  }
}

/// The environment of the commands that read or change accounts.
/// - Parameter needsDatabase: whether the database must exist.
func operatorEnvironment(needsDatabase: Bool = true) throws(Failure) -> Environment {
  try orFailure { () throws(Problem) in try Environment.forOperator(Settings(), needsDatabase: needsDatabase) }
}

/// Reads or changes the database. A thrown refusal changes nothing and ends the command with status 65.
func deciding<Result>(_ body: () throws(Problem) -> Result) throws(Failure) -> Result {
  do throws(Problem) { return try body() } catch {
    throw error.isRefusal ? .impossible(error.detail.printable) : Failure(error)
  }
}

/// Prints one line, or one JSON value, to stdout.
func printLine(_ line: String) throws(Failure) {
  guard writeStandardOutput(Array(line.utf8)) else { throw .unavailable("stdout cannot be written") }
}
