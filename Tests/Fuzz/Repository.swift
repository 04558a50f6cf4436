// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

/// The files that inputs are made from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: root.appending(path: path))) }

  static func json(_ path: String) throws -> JSON { try JSON(parsing: try bytes(path)) }

  /// The names in a folder; none where there is no such folder.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }
}
