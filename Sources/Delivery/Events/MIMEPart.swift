// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// The fields of a message's or a part's header (RFC 5322, section 2.2), unfolded.
package struct MIMEHeader {
  private var fields: [String: String] = [:]

  /// The first field with a name in lower case.
  package subscript(name: String) -> String? { fields[name] }

  /// Ignores lines that are not fields, such as the envelope line that a pipe adds.
  init(_ lines: some Sequence<ArraySlice<UInt8>>) {
    var unfolded: [[UInt8]] = []
    for line in lines {
      if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t"), !unfolded.isEmpty {
        unfolded[unfolded.count - 1] += line
      } else {
        unfolded.append(Array(line))
      }
    }
    for line in unfolded {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).trimmed.lowercased()
      if fields[name] == nil { fields[name] = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed }
    }
  }

  /// Groups of fields, separated by empty lines (RFC 3464, section 2.1).
  static func groups(_ content: [UInt8]) -> [MIMEHeader] {
    MIMEPart.lines(content[...]).split(whereSeparator: \.isEmpty).map { MIMEHeader($0) }
  }

  /// The ids in angle brackets of `Message-ID` and `References`.
  static func ids(_ value: String?) -> [String] {
    (value ?? "").split(separator: "<").compactMap { piece in
      piece.firstIndex(of: ">").map { String(piece[..<$0]).trimmed }
    }
  }
}

/// A part of a message (RFC 2045, RFC 2046): its header and its body.
package struct MIMEPart {
  package let header: MIMEHeader
  private let body: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    var fields: [ArraySlice<UInt8>] = []
    var rest = bytes
    while !rest.isEmpty {
      let line = Self.takeLine(&rest)
      if line.isEmpty { break }
      fields.append(line)
    }
    header = MIMEHeader(fields)
    body = rest
  }

  /// The media type in lower case. The default is plain text.
  package var type: String {
    (header["content-type"] ?? "text/plain").prefix { $0 != ";" }.lowercased().trimmed
  }

  /// The body, decoded from base64 or quoted-printable.
  package var content: [UInt8] {
    switch header["content-transfer-encoding"]?.lowercased() {
    case "base64":
      let digits = body.filter { !" \t\r\n".utf8.contains($0) }
      return bytes(base64: String(decoding: digits, as: UTF8.self)) ?? []
    case "quoted-printable": return Self.decoded(quotedPrintable: body)
    default: return Array(body)
    }
  }

  /// RFC 2045, section 6.7. Bytes that are not an escape stay as they are.
  private static func decoded(quotedPrintable body: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = body
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        decoded.append(byte)
        continue
      }
      if rest.starts(with: "\r\n".utf8) {
        rest = rest.dropFirst(2)
      } else if rest.first == UInt8(ascii: "\n") {
        rest = rest.dropFirst()
      } else if rest.count >= 2, rest.prefix(2).allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  /// The parts at all levels that are not multiparts. Returned messages are not searched.
  package func leaves(depth: Int = 0) -> [MIMEPart] {
    guard type.hasPrefix("multipart/") else { return [self] }
    return depth < 5 ? parts.flatMap { $0.leaves(depth: depth + 1) } : []
  }

  private var parts: [MIMEPart] {
    guard let boundary = parameter("boundary"), !boundary.isEmpty else { return [] }
    let mark = Array("--\(boundary)".utf8)
    var parts: [MIMEPart] = []
    var start: Int?
    var rest = body
    while !rest.isEmpty {
      let place = rest.startIndex
      let line = Self.takeLine(&rest)
      guard line.starts(with: mark) else { continue }
      let tail = line.dropFirst(mark.count)
      let isEnd = tail.starts(with: "--".utf8)
      guard tail.dropFirst(isEnd ? 2 : 0).allSatisfy({ " \t".utf8.contains($0) }) else { continue }
      if let start { parts.append(MIMEPart(body[start..<place])) }
      start = isEnd ? nil : rest.startIndex
      if isEnd || parts.count == 100 { break }
    }
    // The notification was truncated.
    if let start { parts.append(MIMEPart(body[start...])) }
    return parts
  }

  /// A parameter of the media type (RFC 2045, section 5.1).
  private func parameter(_ name: String) -> String? {
    var rest = (header["content-type"] ?? "").drop { $0 != ";" }
    while !rest.isEmpty {
      rest = rest.dropFirst()
      let key = rest.prefix { !"=;".contains($0) }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let escaped = rest.popFirst() { value.append(escaped) } else { value.append(character) }
        }
        rest = rest.drop { $0 != ";" }
      } else {
        value = String(rest.prefix { $0 != ";" }).trimmed
        rest = rest.drop { $0 != ";" }
      }
      if String(key).trimmed.lowercased() == name { return value }
    }
    return nil
  }

  static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while !rest.isEmpty { lines.append(takeLine(&rest)) }
    return lines
  }

  /// The next line without its end: CR LF, or LF alone if a pipe has converted it.
  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
