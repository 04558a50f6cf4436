// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A keychain in memory, which answers as Apple's documentation of `SecItemAdd`, `SecItemUpdate`,
/// `SecItemCopyMatching` and `SecItemDelete` says.
private final class MemoryKeychain: Keychain {
  /// `errSecDuplicateItem`.
  static let duplicateItem: Int32 = -25299
  /// `errSecInteractionNotAllowed`: the device is locked.
  static let locked: Int32 = -25308

  private let state = Mutex((items: [String: Data](), isLocked: false, calls: [String]()))

  var calls: [String] { state.withLock { $0.calls } }
  func lock() { state.withLock { $0.isLocked = true } }
  func put(_ account: String, _ data: Data) { state.withLock { $0.items[account] = data } }

  private func access<Answer: Sendable>(
    _ call: String, locked answer: Answer, _ body: (inout [String: Data]) -> Answer
  ) -> Answer {
    state.withLock { state in
      state.calls.append(call)
      return state.isLocked ? answer : body(&state.items)
    }
  }

  func find(_ account: String) -> (status: Int32, data: Data?) {
    access("find", locked: (Self.locked, nil)) { items in
      items[account].map { (KeychainStatus.success, $0) } ?? (KeychainStatus.itemNotFound, nil)
    }
  }

  func add(_ account: String, _ data: Data) -> Int32 {
    access("add", locked: Self.locked) { items in
      guard items[account] == nil else { return Self.duplicateItem }
      items[account] = data
      return KeychainStatus.success
    }
  }

  func update(_ account: String, _ data: Data) -> Int32 {
    access("update", locked: Self.locked) { items in
      items.updateValue(data, forKey: account) == nil ? notFound(account, &items) : KeychainStatus.success
    }
  }

  private func notFound(_ account: String, _ items: inout [String: Data]) -> Int32 {
    items[account] = nil
    return KeychainStatus.itemNotFound
  }

  func delete(_ account: String) -> Int32 {
    access("delete", locked: Self.locked) { items in
      items.removeValue(forKey: account) == nil ? KeychainStatus.itemNotFound : KeychainStatus.success
    }
  }
}

@Suite struct KeychainEntriesTests {
  private let keychain = MemoryKeychain()
  private var entries: KeychainEntries<MemoryKeychain> { KeychainEntries(keychain: keychain) }

  @Test func `the first session is added, and the next one replaces it`() throws {
    let sessions = [1, 2].map { StoredSession(tokens: TokenServer.tokens($0, expiresIn: 3600)) }
    #expect(try entries.session(of: "session") == nil)
    for session in sessions {
      try entries.replace("session", with: session)
      #expect(try entries.session(of: "session")?.tokens.accessToken == session.tokens.accessToken)
    }
    #expect(keychain.calls == ["find", "update", "add", "find", "update", "find"])
  }

  @Test func `an entry that does not exist can be removed`() throws {
    try entries.replace("session.invitation", with: "K7QW2MZ4")
    #expect(try entries.text(of: "session.invitation") == "K7QW2MZ4")
    for _ in 1...2 { try entries.replace("session.invitation", with: nil as String?) }
    #expect(try entries.text(of: "session.invitation") == nil)
  }

  @Test func `a locked device is an error with its status, not a missing entry`() throws {
    try entries.replace("session", with: StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600)))
    keychain.lock()
    let locked = NSError(domain: "NSOSStatusErrorDomain", code: Int(MemoryKeychain.locked))
    #expect(throws: locked) { try entries.session(of: "session") }
    #expect(throws: locked) { try entries.replace("session", with: nil as StoredSession?) }
    #expect(throws: locked) { try entries.replace("session", with: "text") }
  }

  @Test func `an entry that is no session is an error`() throws {
    keychain.put("session", Data("{}".utf8))
    #expect(throws: DecodingError.self) { try entries.session(of: "session") }
  }
}
