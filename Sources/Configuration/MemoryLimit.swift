// SPDX-License-Identifier: Apache-2.0

import Domain

/// The memory limit of the process's control group, which all processes of a container share (cgroups(7)).
package struct MemoryLimit {
  private let groups: String
  private let membership: String

  /// - Parameters:
  ///   - groups: where the control groups are mounted.
  ///   - membership: the file with the control groups of the process.
  package init(groups: String = "/sys/fs/cgroup", membership: String = "/proc/self/cgroup") {
    self.groups = groups
    self.membership = membership
  }

  /// The smallest limit of the group and the groups above it, in bytes; nil if there is none.
  package var bytes: Int? {
    let lines = text(of: membership).split(separator: "\n")
    return lines.flatMap { line -> [Int] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      if parts[0] == "0" { return limits(of: parts[2], below: groups, file: "memory.max") }
      guard parts[1].split(separator: ",").contains("memory") else { return [] }
      return limits(of: parts[2], below: groups + "/memory", file: "memory.limit_in_bytes")
    }.min()
  }

  /// In a container the group has another name than in its own mount, where the group is at the top.
  private func limits(of group: Substring, below top: String, file: String) -> [Int] {
    var folders = [top]
    for part in group.split(separator: "/") where part != ".." {
      folders.append("\(folders[folders.count - 1])/\(part)")
    }
    // Version 1 reports no limit as the largest number of pages.
    return folders.compactMap { Int(text(of: "\($0)/\(file)").trimmed) }.filter { $0 > 0 && $0 < 1 << 60 }
  }

  private func text(of file: String) -> String {
    (try? readFile(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
