// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Glibc

/// Why a command failed.
struct Failure: Error {
  /// In plain English, for the user of the command.
  let message: String
  /// The exit status (BSD sysexits).
  let status: Int32

  private init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  /// The arguments are invalid.
  static func usage(_ message: String) -> Failure { Failure(message, status: 64) }

  /// The input is invalid.
  static func unreadable(_ message: String) -> Failure { Failure(message, status: 65) }

  /// The command cannot do what was requested.
  static func impossible(_ message: String) -> Failure { Failure(message, status: 65) }

  /// A required resource is unavailable and may be available later.
  static func unavailable(_ message: String) -> Failure { Failure(message, status: 75) }

  /// A variable or a file of the service is invalid.
  static func misconfigured(_ message: String) -> Failure { Failure(message, status: 78) }

  init(_ problem: Problem) {
    let cause = problem.cause.map { " (\($0))" } ?? ""
    self.init(problem.detail + cause, status: problem.isRefusal ? 70 : problem.code.exitStatus)
  }

  /// The same failure with another sentence.
  func adding(_ sentence: String) -> Failure { Failure("\(message). \(sentence)", status: status) }
}

/// Converts a `Problem` to a `Failure`.
func orFailure<Result>(_ body: () throws(Problem) -> Result) throws(Failure) -> Result {
  do throws(Problem) { return try body() } catch { throw Failure(error) }
}

extension ParsableCommand {
  /// Runs a command. Only this function converts a failure to an exit status.
  func reportingFailure(_ body: () throws(Failure) -> Void) throws {
    // A reader of stdout or stderr that goes away does not end the command, nor does a limit of file sizes.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
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
