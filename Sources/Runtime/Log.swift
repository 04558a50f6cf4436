// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Logging

/// Writes log records as JSON lines to stderr.
struct JSONLineLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level
  /// Members of every line, such as the function's name.
  let context: JSON

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line: JSON = [
      "time": .string(currentTime().rfc3339), "level": .string(event.level.rawValue),
      "message": .string(event.message.description),
    ]
    line = line.merging(context)
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }
    ) {
      line = line.merging(.object(JSON.Members([(key, .string(value.description))])))
    }
    let bytes = line.line + [0x0A]
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension Settings {
  func logger(context: JSON) throws(Problem) -> Logger {
    let name = try self["LOG_LEVEL"] ?? "warning"
    guard let level = Logger.Level(rawValue: name.lowercased()) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw .misconfigured("LOG_LEVEL", "should be one of \(levels)")
    }
    return Logger(label: "vestibule") { _ in JSONLineLogHandler(logLevel: level, context: context) }
  }
}
