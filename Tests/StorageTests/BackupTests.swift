// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Backups", .enabled(if: TestEngine.current == .sqlite)) struct BackupTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("before")) }
  }

  private func backUp(_ progress: (SQLiteBackup.Progress) throws(Problem) -> Void) throws -> Store {
    let copy = folder.store("copy.db")
    try SQLiteBackup.write(folder.file, to: folder.path + "/copy.db", timeout: .seconds(5), progress: progress)
    return copy
  }

  /// Several steps' worth of entries in the audit log.
  private func fill() throws {
    try store.write { (transaction) throws(Problem) in
      for number in 0..<20_000 {
        try transaction.auditLog.insert(
          AuditEntry(
            id: "entry \(number)", at: .t0, function: "f", action: .accountCreated,
            userAgent: String(repeating: "x", count: 200)))
      }
    }
  }

  @Test func `a backup is one snapshot, and each page is copied once despite concurrent writes`() throws {
    try fill()
    let writer = folder.store()
    var steps: [Int] = []
    let copy = try backUp { (progress) throws(Problem) in
      steps.append(progress.pages)
      let id = "meanwhile \(steps.count)"
      try writer.write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture(id, email: "\(steps.count)@example.com"))
      }
    }
    #expect(steps.count > 2 && steps.enumerated().dropLast().allSatisfy { $1 == ($0 + 1) * 500 })
    try copy.read { (transaction) throws(Problem) in
      #expect(try transaction.accounts.find(id: "before") != nil)
      #expect(try transaction.accounts.find(id: "meanwhile 1") == nil)
    }
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "meanwhile \(steps.count)") }
        != nil)
    let content = { (path: String) in
      try SQLiteConnection(path: path, deadline: Deadline(in: .seconds(5)))
        .run("SELECT count(*) AS n, min(id) AS first FROM audit", []).map(\.values)
    }
    #expect(try content(folder.path + "/copy.db") == content(folder.file))
  }

  @Test func `a backup can be opened at once like the database`() throws {
    let copy = try backUp { (_) throws(Problem) in }
    for suffix in ["-wal", "-shm", "-journal"] {
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/copy.db" + suffix))
    }
    try copy.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("after")) }
    let connection = try SQLiteConnection(path: folder.path + "/copy.db", deadline: Deadline(in: .seconds(5)))
    #expect(try connection.run("PRAGMA journal_mode", []).first?.text("journal_mode") == "wal")
    #expect(try connection.schemaVersion() == Migrations.steps.count)
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "after") } == nil)
  }

  @Test func `a backup stops on request`() throws {
    try fill()
    var steps = 0
    #expect(
      code {
        try backUp { (_) throws(Problem) in
          steps += 1
          throw .unavailable("stop", cause: "test")
        }
      } == .unavailable)
    #expect(steps == 1)
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("after")) }
  }

  @Test func `a damaged database makes no backup`() throws {
    try fill()
    do {
      let connection = try SQLiteConnection(path: folder.file, deadline: Deadline(in: .seconds(5)))
      _ = try connection.run("PRAGMA wal_checkpoint(TRUNCATE)", [])
    }
    let file = try FileHandle(forUpdating: URL(filePath: folder.file))
    for page in 100..<200 {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    }
    try file.close()
    #expect(code { try backUp { (_) throws(Problem) in } } == .unavailable)
  }
}
