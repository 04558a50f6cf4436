// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The environment variables of one process. White space around a value is not part of it, and a variable that is empty
/// or has only white space is unset. `NAME_FILE` is the path of a file with the value of `NAME`.
package struct Settings {
  private let variable: (String) -> String?
  private let defaults: [String: String]

  /// - Parameter defaults: the values of unset variables.
  package init(defaults: [String: String] = [:]) {
    variable = { name in
      guard let text = getenv(name).map({ String(cString: $0).trimmed }), !text.isEmpty else { return nil }
      return text
    }
    self.defaults = defaults
  }

  /// The value of a variable, from its file if `NAME_FILE` is set, or its default; nil if there is none.
  /// - Throws: `service/misconfigured` if the file of `NAME_FILE` cannot be read.
  package subscript(name: String) -> String? {
    get throws(Problem) {
      if let value = variable(name) { return value }
      guard let path = variable(name + "_FILE") else { return defaults[name] }
      do {
        let value = String(decoding: try readFile(path), as: UTF8.self).trimmed
        return value.isEmpty ? nil : value
      } catch {
        throw error.problem(name + "_FILE", "\(path) cannot be read: \(error.reason)")
      }
    }
  }

  /// Whether a variable is `1`. An unset variable and `0` are false.
  /// - Throws: `service/misconfigured` for other values.
  package func flag(_ name: String) throws(Problem) -> Bool {
    switch try self[name] {
    case nil, "0": return false
    case "1": return true
    default: throw .misconfigured(name, "should be 1 or unset")
    }
  }

  /// A variable that is a whole number; nil if it is unset.
  /// - Throws: `service/misconfigured` for other values.
  package func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = try self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .misconfigured(name, "should be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The time limit of an event in seconds, from `DEADLINE_SECONDS`.
  package var deadlineSeconds: Double {
    get throws(Problem) {
      guard let text = try self["DEADLINE_SECONDS"] else { return 10 }
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw .misconfigured("DEADLINE_SECONDS", "should be a number of seconds above 0, up to 86400")
      }
      return seconds
    }
  }

  /// The database of `DATABASE_URL`.
  package var database: DatabaseLocation {
    get throws(Problem) {
      let url = try self["DATABASE_URL"] ?? "sqlite:data/vestibule.db"
      if ["postgres://", "postgresql://"].contains(where: url.hasPrefix) { return .postgreSQL(uri: url) }
      guard url.hasPrefix("sqlite:") else {
        throw .misconfigured("DATABASE_URL", "should be sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME")
      }
      return .sqlite(path: try Self.path(ofSQLite: url))
    }
  }

  /// The path of a `sqlite:` URL. What only a shell or SQLite's own URIs give a meaning is refused: it would be a part
  /// of the file's name, or a database that ends with the process.
  private static func path(ofSQLite url: String) throws(Problem) -> String {
    var path = url.dropFirst("sqlite:".count)
    let hasAuthority = path.hasPrefix("//")
    if hasAuthority { path = path.dropFirst(2) }
    let reason: String? =
      if path.isEmpty {
        "has no path after sqlite:"
      } else if path.hasPrefix(":memory:") {
        "is a database in memory, which ends with each process"
      } else if path.hasPrefix("file:") {
        "has file: before the path"
      } else if path.contains("?") {
        "has a query, and a SQLite database has no parameters"
      } else if hasAuthority, !path.hasPrefix("/") {
        "has a host, and a SQLite database is a file: sqlite:///PATH is the path /PATH"
      } else if path.hasPrefix("~") {
        "starts with ~, which only a shell replaces"
      } else {
        nil
      }
    if let reason { throw .misconfigured("DATABASE_URL", "\(reason); it should be sqlite:PATH") }
    return String(path)
  }

  /// The folders that are searched for templates: the app's own, then the one next to the executables.
  /// - Throws: `service/misconfigured` if the app's own is not a folder that can be read.
  package var templatesDirectories: [String] {
    get throws(Problem) {
      guard let own = try self["TEMPLATES_DIR"] else { return [try templatesDirectory] }
      guard try Self.isReadable(own + "/.") else {
        throw .misconfigured("TEMPLATES_DIR", "\(own) is not a folder that can be read")
      }
      return [own] + (try bundledTemplates.map { [$0] } ?? [])
    }
  }

  /// The folder of messages and default templates: `TEMPLATES_DIR`, or the nearest `templates` next to or above the
  /// executable.
  package var templatesDirectory: String {
    get throws(Problem) {
      if let own = try self["TEMPLATES_DIR"], try Self.isReadable(own + "/messages") { return own }
      if let bundledTemplates = try bundledTemplates { return bundledTemplates }
      throw .misconfigured(
        "TEMPLATES_DIR", "should be a folder with templates, if there is none next to the executable")
    }
  }

  private var bundledTemplates: String? {
    get throws(Problem) {
      var above = folder(of: executablePath())
      for _ in 0..<6 {
        let candidate = (above == "/" ? "" : above) + "/templates"
        if try Self.isReadable(candidate + "/messages") { return candidate }
        above = folder(of: above)
      }
      return nil
    }
  }

  private static func isReadable(_ path: String) throws(Problem) -> Bool {
    do { return try isThere(path, R_OK) } catch { throw error.problem("TEMPLATES_DIR", path) }
  }

  /// The base URL of links in mails, without a trailing slash.
  package func publicURL() throws(Problem) -> String {
    guard let url = try self["PUBLIC_URL"] else {
      throw .misconfigured("PUBLIC_URL", "is unset; it should be the https base URL of the links in mails")
    }
    let insecure = try flag("ALLOW_INSECURE")
    guard url.hasPrefix("https://") || insecure && url.hasPrefix("http://"), !host(ofURL: url).isEmpty,
      url.isVisibleASCII, !url.contains(where: { "?#<>\"".contains($0) })
    else { throw .misconfigured("PUBLIC_URL", "should be an https URL without query or fragment") }
    guard Self.hasPlainAuthority(url) else {
      throw .misconfigured("PUBLIC_URL", "should have a host and an optional port, without user or password")
    }
    guard insecure || !Self.isThisMachine(host(ofURL: url)) else {
      throw .misconfigured("PUBLIC_URL", "should not be this machine, unless ALLOW_INSECURE=1 is set")
    }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  private static func hasPlainAuthority(_ url: String) -> Bool {
    let authority = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2].prefix { $0 != "/" }
    let port = authority.last == "]" ? nil : authority.split(separator: ":").dropFirst().last
    return !authority.contains("@") && port.map { Int($0).map((1...65_535).contains) ?? false } ?? true
  }

  /// Whether a host is this machine in any spelling, such as `localhost.`, `127.1`, `0.0.0.0` or `::ffff:127.0.0.1`.
  private static func isThisMachine(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    var (address, longAddress) = (in_addr(), in6_addr())
    if inet_aton(name, &address) != 0 { return [0, 127].contains(UInt32(bigEndian: address.s_addr) >> 24) }
    guard inet_pton(AF_INET6, name, &longAddress) == 1 else { return isLoopback(name) }
    let bytes = withUnsafeBytes(of: longAddress) { Array($0) }
    // `::`, `::1`, and the addresses of IPv4 that are written with IPv6 (RFC 4291, section 2.5.5.2).
    if bytes[..<15].allSatisfy({ $0 == 0 }) { return bytes[15] <= 1 }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped && [0, 127].contains(bytes[12])
  }
}

/// Where the database is.
package enum DatabaseLocation {
  case sqlite(path: String)
  case postgreSQL(uri: String)
}

private func executablePath() -> String {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
  return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}
