// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// What a log says of a request.
struct RequestLine {
  let method: HTTPMethod
  /// Percent-decoded, without the query.
  let path: String
  /// The address of the peer; nil for a Unix socket.
  let peer: String?
}

/// A complete request of a client.
struct WebRequest {
  let method: HTTPMethod
  /// Percent-decoded, without the query.
  let path: String
  /// As in the URL, without the question mark.
  let query: String
  let headers: HTTPHeaders
  let body: ByteBuffer
  /// What the body counts towards the maximum of all bodies.
  let memory: BodyMemory.Share
  /// The address of the peer; nil for a Unix socket.
  let peer: String?

  /// The target of a request (RFC 9112, section 3.2), split into path and query: `/path?query`, or the same after the
  /// scheme and the host. Nil if it is invalid.
  static func split(target: String) -> (path: String, query: String)? {
    var rest = Substring(target)
    if let scheme = ["http://", "https://"].first(where: { rest.lowercased().hasPrefix($0) }) {
      let afterHost = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
      rest = afterHost.first == "/" ? afterHost : "/" + afterHost
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = decoded(parts[0]) else { return nil }
    return (path, parts.count > 1 ? String(parts[1]) : "")
  }

  /// Nil if it has an incomplete escape, or bytes that no route has.
  private static func decoded(_ path: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(path).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16), rest.count >= 2 else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  var line: RequestLine { RequestLine(method: method, path: path, peer: peer) }

  /// Whether it has an `Idempotency-Key`. Functions take an empty or repeated one as none.
  var hasKey: Bool {
    let keys = headers["idempotency-key"]
    return keys.count == 1 && !keys[0].trimmed.isEmpty
  }

  /// Whether a browser has sent a form.
  var isForm: Bool {
    headers.first(name: "content-type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
  }
}
