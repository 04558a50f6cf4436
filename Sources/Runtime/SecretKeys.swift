// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Identity

extension Settings {
  /// The values of a variable, separated by spaces. During a change there are several.
  package func secrets(_ name: String) throws(Problem) -> [String] {
    try self[name]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }

  private func secretKey(_ name: String) throws(Problem) -> [UInt8]? {
    guard let text = try self[name] else { return nil }
    guard let key = bytes(base64: text), key.count == 32 else {
      throw .misconfigured(name, "should be 32 random bytes in base64")
    }
    return key
  }

  /// The path of the key that is created for a SQLite database without `SECRET_KEY`.
  package static func keyFile(ofDatabase path: String) -> String { path + ".key" }

  /// The path of the previous key: when the key is changed, the old key file gets this name.
  package static func previousKeyFile(ofDatabase path: String) -> String { keyFile(ofDatabase: path) + ".previous" }

  /// Whether there is a previous key.
  package var hasPreviousKey: Bool {
    get throws(Problem) {
      if try self["SECRET_KEY_PREVIOUS"] != nil { return true }
      guard try self["SECRET_KEY"] == nil, case .sqlite(let path) = try database else { return false }
      return try Self.isThere(Self.previousKeyFile(ofDatabase: path))
    }
  }

  /// Whether the key would be in a file next to the database that is missing.
  package var lacksKeyFile: Bool {
    get throws(Problem) {
      guard try self["SECRET_KEY"] == nil, case .sqlite(let path) = try database else { return false }
      return try !Self.isThere(Self.keyFile(ofDatabase: path))
    }
  }

  /// The secret key of this process.
  package func secret() -> SecretKey {
    SecretKey(load: { () throws(Problem) in try secretKeys() }, create: { () throws(Problem) in try createKeyFile() })
  }

  /// The secret key in the file next to a copy of a SQLite database.
  package func secret(nextToCopy path: String) -> SecretKey {
    SecretKey { () throws(Problem) in try keyFiles(nextToDatabase: path, previous: nil) }
  }

  /// `SECRET_KEY`, or the key in the file next to the SQLite database.
  private func secretKeys() throws(Problem) -> SecretKey.Loaded {
    let previous = try secretKey("SECRET_KEY_PREVIOUS")
    if let current = try secretKey("SECRET_KEY") { return SecretKey.Loaded(current: current, previous: previous) }
    try requireSecretKey()
    guard case .sqlite(let path) = try database else { throw .bug("SECRET_KEY is set and unset") }
    return try keyFiles(nextToDatabase: path, previous: previous)
  }

  /// - Throws: `service/misconfigured` if the database is of PostgreSQL and there is no key, before anything waits for
  ///   the server.
  func requireSecretKey() throws(Problem) {
    guard case .postgreSQL = try database, try self["SECRET_KEY"] == nil else { return }
    throw .misconfigured("SECRET_KEY", "is unset; with PostgreSQL every process needs the same 32 bytes")
  }

  /// The keys in the files next to a SQLite database.
  private func keyFiles(nextToDatabase path: String, previous: [UInt8]?) throws(Problem) -> SecretKey.Loaded {
    let file = Self.keyFile(ofDatabase: path)
    guard try Self.isThere(file) else { return try keys(nil, previous, path) }
    guard !isPlanted(file) else {
      throw .misconfigured("SECRET_KEY", "is unset, and \(file), in a shared folder, belongs to another user")
    }
    return try keys(try Self.key(inFile: file, of: "SECRET_KEY"), previous, path)
  }

  /// Reads the previous key's file after the current one's, so that a key file that is renamed in between is found.
  private func keys(_ current: [UInt8]?, _ previous: [UInt8]?, _ path: String) throws(Problem) -> SecretKey.Loaded {
    let file = Self.previousKeyFile(ofDatabase: path)
    guard previous == nil, try Self.isThere(file) else {
      return SecretKey.Loaded(current: current, previous: previous, file: Self.keyFile(ofDatabase: path))
    }
    guard !isPlanted(file) else {
      throw .misconfigured("SECRET_KEY_PREVIOUS", "is unset, and \(file), in a shared folder, belongs to another user")
    }
    let previous = try Self.key(inFile: file, of: "SECRET_KEY_PREVIOUS")
    return SecretKey.Loaded(current: current, previous: previous, file: Self.keyFile(ofDatabase: path))
  }

  /// Creates the key file next to a SQLite database. A file that another process has created meanwhile stays.
  private func createKeyFile() throws(Problem) {
    guard case .sqlite(let path) = try database else { return }
    let file = Self.keyFile(ofDatabase: path)
    try makeFolder(ofDatabase: path)
    do { try createFile(file, [UInt8](randomBytes(32).base64Text.utf8)) } catch {
      throw error.problem("SECRET_KEY", "is unset, and the key file \(file) cannot be written")
    }
  }

  private static func isThere(_ keyFile: String) throws(Problem) -> Bool {
    do { return try Configuration.isThere(keyFile) } catch {
      throw error.problem("SECRET_KEY", "is unset, and \(keyFile) cannot be read")
    }
  }

  /// - Parameter name: the variable that would replace the file.
  private static func key(inFile path: String, of name: String) throws(Problem) -> [UInt8] {
    let content: [UInt8]
    do { content = try readFile(path) } catch {
      throw error.problem(name, "is unset, and \(path) cannot be read: \(error.reason)")
    }
    guard let key = bytes(base64: String(decoding: content, as: UTF8.self).trimmed), key.count == 32 else {
      throw .misconfigured(name, "is unset, and \(path) does not hold 32 bytes in base64")
    }
    return key
  }
}
