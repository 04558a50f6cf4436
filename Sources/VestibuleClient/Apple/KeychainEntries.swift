// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A keychain, with the statuses of Apple's Security framework.
protocol Keychain: Sendable {
  func find(_ account: String) -> (status: Int32, data: Data?)
  func add(_ account: String, _ data: Data) -> Int32
  func update(_ account: String, _ data: Data) -> Int32
  func delete(_ account: String) -> Int32
}

/// The statuses that are not a failure (Security, `SecBase.h`).
enum KeychainStatus {
  static let success: Int32 = 0
  static let itemNotFound: Int32 = -25300
}

/// What the kit keeps in a keychain.
struct KeychainEntries<Store: Keychain>: Sendable {
  let keychain: Store

  /// Nil if there is no entry.
  /// - Throws: the status as an `NSError`; the decoder's error for an entry that is not a session.
  func session(of account: String) throws -> StoredSession? {
    try data(of: account).map { try JSONDecoder.vestibule().decode(StoredSession.self, from: $0) }
  }

  func text(of account: String) throws -> String? { try data(of: account).map { String(decoding: $0, as: UTF8.self) } }

  /// Replaces an entry, or removes it.
  func replace(_ account: String, with session: StoredSession?) throws {
    try replace(account, with: try session.map { try JSONEncoder.vestibule().encode($0) })
  }

  func replace(_ account: String, with text: String?) throws {
    try replace(account, with: text.map { Data($0.utf8) })
  }

  private func data(of account: String) throws -> Data? {
    let (status, data) = keychain.find(account)
    if status == KeychainStatus.itemNotFound { return nil }
    guard status == KeychainStatus.success, let data else { throw failure(status) }
    return data
  }

  private func replace(_ account: String, with data: Data?) throws {
    var status: Int32
    if let data {
      status = keychain.update(account, data)
      if status == KeychainStatus.itemNotFound { status = keychain.add(account, data) }
    } else {
      status = keychain.delete(account)
      if status == KeychainStatus.itemNotFound { return }
    }
    guard status == KeychainStatus.success else { throw failure(status) }
  }

  private func failure(_ status: Int32) -> NSError { NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }
}
