// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps the tokens of a session. The kit has stores in the keychain, in a file and in memory.
public protocol TokenStore: Sendable {
  /// Reads what was written last; nil if there is nothing.
  func read() async throws -> StoredSession?
  /// Replaces what is stored, at once or not at all; nil removes it.
  func write(_ session: StoredSession?) async throws
}

/// What a store keeps of a session.
public struct StoredSession: JSONObject, Equatable {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("StoredSession") }

  /// The values of the members.
  public let json: JSONMembers

  /// The session with these members.
  public init(json: JSONMembers) { self.json = json }

  /// Creates the stored form of a session.
  public init(tokens: Tokens, refreshKey: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = tokens
    json[text: 1] = refreshKey
    self.json = json
  }

  /// The tokens.
  public var tokens: Tokens {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The `Idempotency-Key` of a refresh that has begun. If the app ends before the new tokens are stored, the same refresh
  /// is repeated at the next start, and gets the same tokens.
  public var refreshKey: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }
}

/// Keeps the tokens until the process ends.
public actor MemoryTokenStore: TokenStore {
  private var session: StoredSession?

  /// Creates a store.
  public init(_ session: StoredSession? = nil) { self.session = session }

  /// The stored session.
  public func read() -> StoredSession? { session }
  /// Replaces the stored session.
  public func write(_ session: StoredSession?) { self.session = session }
}

/// Keeps the tokens in a file that only its owner can read (mode 0600). It is replaced by renaming, so that it is never
/// half written.
public actor FileTokenStore: TokenStore {
  private let url: URL

  /// - Parameter url: of the file. Its folder must exist.
  public init(_ url: URL) { self.url = url }

  /// The stored session; nil if there is no file.
  public func read() throws -> StoredSession? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try StoredSession(data: try Data(contentsOf: url))
  }

  /// Replaces the file, or removes it.
  public func write(_ session: StoredSession?) throws {
    if let session {
      try PrivateFile.replace(url, with: try session.data())
    } else if FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.removeItem(at: url)
    }
  }
}
