// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Glibc

/// Why a command did not do what it was asked to.
struct Failure: Error {
  /// In plain English, for whoever typed the command.
  let message: String
  /// The exit status (BSD sysexits).
  let status: Int32

  private init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  /// The command asks for something that there is not.
  static func usage(_ message: String) -> Failure { Failure(message, status: 64) }

  /// What was given cannot be read as what it should be.
  static func unreadable(_ message: String) -> Failure { Failure(message, status: 65) }

  /// What is asked for cannot be done with what there is.
  static func impossible(_ message: String) -> Failure { Failure(message, status: 65) }

  /// What is needed is out of reach, and may not be later.
  static func unavailable(_ message: String) -> Failure { Failure(message, status: 75) }

  /// A variable or file of the service says something unusable.
  static func misconfigured(_ message: String) -> Failure { Failure(message, status: 78) }

  init(_ problem: Problem) {
    let cause = problem.cause.map { " (\($0))" } ?? ""
    self.init(problem.detail + cause, status: problem.isRefusal ? 70 : problem.code.exitStatus)
  }

  /// The same with more said of it.
  func adding(_ sentence: String) -> Failure { Failure("\(message). \(sentence)", status: status) }
}

/// Runs what fails in the words of the functions.
func orFailure<Result>(_ body: () throws(Problem) -> Result) throws(Failure) -> Result {
  do throws(Problem) { return try body() } catch { throw Failure(error) }
}

extension ParsableCommand {
  /// Runs what a command does. The one place where a failure becomes an exit status.
  func reportingFailure(_ body: () throws(Failure) -> Void) throws {
    // Whoever reads stdout or stderr may go away: that is no reason to break off.
    signal(SIGPIPE, SIG_IGN)
    do throws(Failure) {
      try body()
    } catch {
      writeStandardError("vestibule: \(error.message)\n")
      throw ExitCode(error.status)
    }
  }
}

func writeStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
