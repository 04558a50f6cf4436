// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

/// The files of the bundle as they lie in the repository.
package enum FunctionsFile {
  package static func read() throws -> JSON { try file("functions.json") }

  package static func file(_ path: String) throws -> JSON {
    try JSON(parsing: Array(Data(contentsOf: root.appending(path: path))))
  }

  package static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
