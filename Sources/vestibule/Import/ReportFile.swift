// SPDX-License-Identifier: Apache-2.0

import Configuration

/// A file with one JSON line per row: its result, without secrets.
final class ReportFile {
  private let file: NewFile

  /// Creates the file, readable only for its owner. It has its name from the start, so that the report of an aborted
  /// run can be read.
  init(_ path: String) throws(Failure) {
    do throws(FileFailure) {
      file = try NewFile(path)
      try file.publish(replacing: true)
    } catch {
      throw .usage("the report \(path) cannot be written: \(error.reason)")
    }
  }

  func write(_ outcomes: [ImportOutcome]) throws(Failure) {
    do { try file.write(outcomes.flatMap { $0.json.line + [0x0A] }) } catch {
      throw .unavailable("the report \(file.path) cannot be written: \(error.reason)")
    }
  }
}
