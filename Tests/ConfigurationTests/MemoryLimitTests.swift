// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import Glibc
import Testing

@Suite("The memory limit of a container")
struct MemoryLimitTests {
  /// A folder with files, as the system shows control groups.
  private func limit(_ files: [String: String], membership: String) throws -> Int? {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, content) in files { try write(content, to: "\(folder)/\(path)") }
    try write(membership, to: "\(folder)/membership")
    return MemoryLimit(groups: folder, membership: "\(folder)/membership").bytes
  }

  private func write(_ content: String, to path: String) throws {
    try makeFolder(folder(of: path))
    let file = try #require(fopen(path, "w"))
    fputs(content, file)
    fclose(file)
  }

  @Test("version 2: a container sees its group at the top")
  func container() throws {
    #expect(try limit(["memory.max": "268435456\n"], membership: "0::/\n") == 268_435_456)
    #expect(try limit(["memory.max": "268435456\n"], membership: "0::/../pod/container\n") == 268_435_456)
  }

  @Test("version 2: the smallest limit of the group and those above it counts")
  func groupsAbove() throws {
    let files = ["a/memory.max": "1000000", "a/b/memory.max": "max", "a/b/c/memory.max": "2000000"]
    #expect(try limit(files, membership: "0::/a/b/c\n") == 1_000_000)
  }

  @Test("version 1: the group of the memory controller counts, and the largest number is no limit")
  func versionOne() throws {
    let files = ["memory/memory.limit_in_bytes": "9223372036854771712", "memory/a/memory.limit_in_bytes": "536870912"]
    #expect(try limit(files, membership: "5:cpu,cpuacct:/a\n4:memory:/a\n0::/\n") == 536_870_912)
    #expect(try limit(files, membership: "4:memory:/\n") == nil)
  }

  @Test("there may be no limit, no groups and no file")
  func none() throws {
    #expect(try limit(["memory.max": "max\n"], membership: "0::/\n") == nil)
    #expect(try limit([:], membership: "0::/a\n") == nil)
    #expect(MemoryLimit(groups: "/nowhere", membership: "/nowhere").bytes == nil)
  }
}
