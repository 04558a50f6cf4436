// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An independent decoder after the standards.
enum Decoding {
  /// A header's body with its lines unfolded (RFC 5322, section 2.2.3).
  static func unfolded(_ header: String) -> String { header.split(separator: "\r\n").joined() }

  /// Unstructured text with encoded words (RFC 2047): white space between two of them is dropped. Nil if a word
  /// splits a character.
  static func text(_ header: String) -> String? {
    var decoded = ""
    var wasEncoded = false
    for (index, word) in unfolded(header).components(separatedBy: " ").enumerated() {
      let isEncoded = word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?=")
      if index > 0, !(isEncoded && wasEncoded) { decoded += " " }
      wasEncoded = isEncoded
      guard isEncoded else {
        decoded += word
        continue
      }
      guard let data = Data(base64Encoded: String(word.dropFirst(10).dropLast(2))),
        let text = String(data: data, encoding: .utf8)
      else { return nil }
      decoded += text
    }
    return decoded
  }

  /// Quoted-printable (RFC 2045, section 6.7). Nil if it is invalid.
  static func quotedPrintable(_ text: String) -> String? {
    var bytes: [UInt8] = []
    let lines = text.components(separatedBy: "\r\n")
    for (number, line) in lines.enumerated() {
      var rest = Array(line.utf8)[...]
      var isSoft = false
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "=") else {
          guard (0x20...0x7E).contains(byte) || byte == 0x09 else { return nil }
          bytes.append(byte)
          continue
        }
        if rest.isEmpty {
          isSoft = true
        } else {
          let digits = String(decoding: rest.prefix(2), as: UTF8.self)
          guard digits.count == 2, digits == digits.uppercased(), let value = UInt8(digits, radix: 16) else {
            return nil
          }
          bytes.append(value)
          rest = rest.dropFirst(2)
        }
      }
      if number < lines.count - 1, !isSoft { bytes.append(0x0A) }
    }
    return String(bytes: bytes, encoding: .utf8)
  }
}

/// A message that is parsed from its bytes.
struct ReadMessage {
  var headers: [(name: String, body: String)] = []
  var parts: [(type: String, text: String)] = []

  /// Nil if it is not a message of two parts.
  init?(_ bytes: [UInt8]) {
    let halves = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    guard let head = halves.first else { return nil }
    for line in head.components(separatedBy: "\r\n") {
      if line.first == " " || line.first == "\t" {
        guard !headers.isEmpty else { return nil }
        headers[headers.count - 1].body += "\r\n" + line
      } else {
        guard let colon = line.range(of: ": ") else { return nil }
        headers.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
      }
    }
    guard let boundary = self["Content-Type"]?.components(separatedBy: "boundary=\"").last?.dropLast() else {
      return nil
    }
    let body = halves.dropFirst().joined(separator: "\r\n\r\n")
    for part in ("\r\n" + body).components(separatedBy: "\r\n--\(boundary)").dropFirst().dropLast() {
      let halves = part.components(separatedBy: "\r\n\r\n")
      guard halves.count >= 2, let text = Decoding.quotedPrintable(halves.dropFirst().joined(separator: "\r\n\r\n"))
      else {
        return nil
      }
      parts.append((halves[0], text))
    }
  }

  subscript(name: String) -> String? { headers.first { $0.name == name }?.body }
}
