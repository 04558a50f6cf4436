// SPDX-License-Identifier: Apache-2.0

import Configuration

/// A file with a line of JSON for each row: what became of it, and nothing that is secret.
final class ReportFile {
  private let file: NewFile

  /// Begins the file anew, readable by its owner alone. It has its name from now on: of a run that is broken off, it says
  /// what was done.
  init(_ path: String) throws(Failure) {
    do throws(FileFailure) {
      file = try NewFile(path)
      try file.publish(replacing: true)
    } catch {
      throw .usage("the report \(path) cannot be written: \(error.reason)")
    }
  }

  func write(_ outcomes: [Outcome]) throws(Failure) {
    do { try file.write(outcomes.flatMap { $0.json.line + [0x0A] }) } catch {
      throw .unavailable("the report \(file.path) cannot be written: \(error.reason)")
    }
  }
}
