// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps the tokens of a session. The kit has stores in the keychain, in a file and in memory.
public protocol TokenStore: Sendable {
  /// Reads what was written last; nil if there is nothing.
  func read() async throws -> StoredSession?
  /// Replaces what is stored, at once or not at all; nil removes it.
  func write(_ session: StoredSession?) async throws
  /// Where the answers of a session are kept that has no other ``AnswerStore``; nil keeps them in memory.
  var answersFolder: URL? { get }
}

extension TokenStore {
  /// Nil: the answers are kept in memory.
  public var answersFolder: URL? { nil }
}

/// A store of tokens that also keeps the code of the invitation that opened the app, because anybody who knows the code
/// can accept it. With another store the code is in a file of ``AnswerStore``.
public protocol InvitationStore: TokenStore {
  /// Reads the code that was written last; nil if there is none.
  func readInvitation() async throws -> String?
  /// Replaces the code; nil removes it.
  func writeInvitation(_ code: String?) async throws
}

/// What a store keeps of a session.
public struct StoredSession: Codable, Equatable, Sendable {
  /// The access token, when it expires, and the refresh token.
  public var tokens: Tokens

  /// The `Idempotency-Key` of a refresh that has begun; nil if none has. If the app ends before the new tokens are
  /// stored, the same refresh is repeated at the next start, and gets the same tokens.
  public var refreshKey: String?

  /// The account as the server showed it last, for a start without a connection; nil if it has not shown it yet.
  public var account: KnownAccount?

  /// The seconds by which the clock of this device was ahead of the server's when the tokens came, negative if it was
  /// behind; nil if it was right, or that is not known.
  public var clockOffset: TimeInterval?

  /// Creates what a store keeps, such as to bring along the tokens of an earlier version of the app.
  public init(
    tokens: Tokens, refreshKey: String? = nil, account: KnownAccount? = nil, clockOffset: TimeInterval? = nil
  ) {
    self.tokens = tokens
    self.refreshKey = refreshKey
    self.account = account
    self.clockOffset = clockOffset
  }

  /// Reads what another version of the app may have written. An account that this version cannot read is left out: the
  /// server shows it again, and the person stays signed in.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tokens = try container.decode(Tokens.self, forKey: .tokens)
    refreshKey = try container.decodeIfPresent(String.self, forKey: .refreshKey)
    account = try? container.decodeIfPresent(KnownAccount.self, forKey: .account)
    clockOffset = try? container.decodeIfPresent(TimeInterval.self, forKey: .clockOffset)
  }
}

/// Keeps the tokens until the process ends.
public actor MemoryTokenStore: TokenStore {
  private var session: StoredSession?

  /// Creates a store that is empty, or has the session of a test.
  public init(_ session: StoredSession? = nil) { self.session = session }

  /// The session that was written last; nil if there is none.
  public func read() -> StoredSession? { session }
  /// Replaces the session; nil removes it.
  public func write(_ session: StoredSession?) { self.session = session }
}

/// Keeps the tokens in a file that only its owner can read (mode 0600). It is replaced by renaming, so it is never
/// half written.
public actor FileTokenStore: TokenStore {
  private let url: URL

  /// Creates a store, without reading or writing.
  /// - Parameter url: of the file. A folder that does not exist is made at the first write, for its owner only.
  public init(_ url: URL) { self.url = url }

  /// A folder next to the file, such as `session.json.data`. Another file has another one.
  public nonisolated var answersFolder: URL? { url.appendingPathExtension("data") }

  /// The stored session; nil if there is no file.
  public func read() throws -> StoredSession? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try JSONDecoder.vestibule().decode(StoredSession.self, from: try Data(contentsOf: url))
  }

  /// Replaces the file, or removes it.
  public func write(_ session: StoredSession?) throws {
    if let session {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try PrivateFile.replace(url, with: try JSONEncoder.vestibule().encode(session))
    } else if FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.removeItem(at: url)
    }
  }
}
