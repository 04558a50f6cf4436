// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain

/// Why a connection is not made, or not used, where waiting does not help: `service/misconfigured`.
enum PostgreSQLRefusal {
  /// What is wrong with a URI that libpq does not parse. Nothing of it is repeated but the name of a parameter.
  static func ofURI(_ uri: String) -> Problem {
    guard let name = wrongParameter(of: uri) else {
      return .misconfigured("DATABASE_URL", "is not a connection URI that libpq understands")
    }
    return .misconfigured(
      "DATABASE_URL", "has the parameter \(name), which libpq does not know, or not with this value: remove it")
  }

  /// The first parameter of the query that libpq refuses by itself.
  private static func wrongParameter(of uri: String) -> String? {
    // A query with an @ may be a part of a password that has a slash.
    guard let start = uri.lastIndex(of: "?"), !uri[start...].contains("@") else { return nil }
    let wrong = uri[uri.index(after: start)...].split(separator: "&").first {
      cpostgresql_is_uri("postgres://?" + $0) == 0
    }
    guard let name = wrong?.prefix(while: { $0 != "=" }), !name.isEmpty, name.utf8.count <= 63,
      name.utf8.allSatisfy(isNameByte)
    else { return nil }
    return String(name)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// What libpq itself says of parameters that no server can meet, and of TLS that this server does not offer. These
  /// messages have no SQLSTATE, and are not translated as long as the process has no locale.
  private static let lastingWords: [(words: String, detail: String)] = [
    ("but SSL was required", "sslmode asks for TLS, which the server does not offer"),
    ("GSSAPI encryption required", "gssencmode asks for GSSAPI encryption, which the server does not offer"),
    (
      "GSSAPI encryption, but it was required", "gssencmode asks for GSSAPI encryption, which the server does not offer"
    ),
    ("channel binding", "channel_binding asks for what the server does not offer"),
    ("root certificate file", "the file of sslrootcert does not exist or cannot be read"),
    ("certificate file", "the file of sslcert does not exist or cannot be read"),
    ("private key file", "the file of sslkey does not exist or cannot be read"),
    ("invalid sslmode value", "sslmode has an unknown value"),
    ("could not match ", "the numbers of hosts and ports differ"),
    ("unsupported startup parameter", "PgBouncer does not accept a parameter"),
    ("password authentication failed", "the server refuses the password of the role"),
    ("SASL authentication failed", "the server refuses the password of the role"),
    ("no such user", "the server does not know the role"),
    ("no such database", "the database does not exist on the server"),
  ]

  /// Nil if the reason may pass by itself.
  /// - Parameters:
  ///   - message: what libpq or the server says.
  ///   - state: its SQLSTATE, if it is the server's.
  static func ofConnection(_ message: String, _ state: SQLState?) -> Problem? {
    // Without the host and the user, which the beginning has.
    let words = message.firstRange(of: "failed: ").map { String(message[$0.upperBound...]) } ?? message
    if let state, !state.endsConnection {
      // While a server accepts a client, these can only be about what the URI asks for.
      if ["22", "42"].contains(String(state.code.prefix(2))) {
        return .misconfigured(
          "DATABASE_URL", "a parameter is not one that the server knows or accepts", cause: "postgresql: \(words)")
      }
      let problem = state.problem(words)
      return problem.code == .misconfigured ? problem : nil
    }
    let known = lastingWords.first { words.contains($0.words) }?.detail
    guard let detail = known ?? (message.hasPrefix("invalid ") ? "a parameter has an invalid value" : nil) else {
      return nil
    }
    return .misconfigured("DATABASE_URL", detail, cause: "postgresql: \(words)")
  }

  /// What makes a server's database unusable. It has told it when it accepted the connection.
  static func ofServer(_ connection: OpaquePointer) -> Problem? {
    guard let encoding = cpostgresql_parameter(connection, "server_encoding").map({ String(cString: $0) }),
      encoding != "UTF8"
    else { return nil }
    return .misconfigured("DATABASE_URL", "the database's encoding is \(encoding); it should be UTF8")
  }
}
