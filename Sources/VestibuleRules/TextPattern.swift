// SPDX-License-Identifier: Apache-2.0

/// A `pattern` of functions.json as code, because compiling regular expressions would slow down each event. A test
/// compares the two.
package struct TextPattern: Sendable {
  /// What the text should be. Follows the field's name in an error.
  package let expectation: String
  package let matches: @Sendable (String) -> Bool

  /// By their names in `patterns` of functions.json.
  package static let all: [String: TextPattern] = [
    "line": TextPattern(expectation: "should be one line of text, not empty and without control characters") { text in
      text.hasNonSpace && !text.unicodeScalars.contains(where: \.isControl)
    },
    "name": TextPattern(expectation: "should be a name: one line of text, not empty, without control characters and @")
    {
      text in
      text.hasNonSpace
        && !text.unicodeScalars.contains { $0.isControl || $0 == "@" || $0 == "\u{FE6B}" || $0 == "\u{FF20}" }
    },
    "username": TextPattern(
      expectation: "should be a user name, without spaces, control characters, invisible characters and @"
    ) { text in
      let name = text.withoutSpacesAround.unicodeScalars
      return !name.isEmpty
        && !name.contains {
          $0.isControl || $0.isInvisible || $0.properties.isWhitespace
            || "@\u{FE6B}\u{FF20}".unicodeScalars.contains($0)
        }
    },
    "lineOrNothing": TextPattern(expectation: "should be one line of text without control characters") { text in
      !text.unicodeScalars.contains(where: \.isControl)
    },
    "paragraphs": TextPattern(expectation: "should be text without control characters other than line breaks") { text in
      !text.unicodeScalars.contains { $0.isControl && $0 != "\n" && $0 != "\r" }
    },
    "email": TextPattern(expectation: "should be a mail address") {
      EmailAddress.hasForm(String($0.withoutSpacesAround))
    },
    "token": TextPattern(expectation: "should be printable ASCII without spaces") { text in
      let token = text.withoutSpacesAround
      return !token.isEmpty && token.isVisibleASCII
    },
    "code": TextPattern(expectation: "should be printable ASCII without spaces") { text in
      let code = text.trimmedOfTheBasicPlane
      return !code.isEmpty && code.isVisibleASCII
    },
    "webAddress": TextPattern(expectation: "should be an https address") { text in
      let address = text.withoutSpacesAround
      // The host begins with a letter or digit, or with the bracket of an IPv6 address.
      let isOfHost: (UInt8) -> Bool = { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "["): true
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
      }
      return address.hasPrefix("https://") && address.utf8.dropFirst(8).first.map(isOfHost) ?? false
        && address.isVisibleASCII
    },
    "color": TextPattern(expectation: "should be a color, such as #1a4fc4") { text in
      let color = text.withoutSpacesAround.utf8
      return color.count == 7 && color.first == UInt8(ascii: "#")
        && color.dropFirst().allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    },
    "phone": TextPattern(expectation: "should be a telephone number, such as +1 555 123 4567") { text in
      var digits = text.withoutSpacesAround.utf8
      if let first = digits.first, "+(".utf8.contains(first) { digits.removeFirst() }
      return digits.first.map { "0123456789".utf8.contains($0) } ?? false
        && digits.allSatisfy { "0123456789 ()./-".utf8.contains($0) }
    },
    "callingCode": TextPattern(expectation: "should be a country's calling code, such as 49") { text in
      let digits = text.withoutSpacesAround.utf8
      return (1...3).contains(digits.count) && digits.first != UInt8(ascii: "0")
        && digits.allSatisfy { "0123456789".utf8.contains($0) }
    },
    "date": TextPattern(expectation: "should be a day, such as 2010-05-31") { text in
      let parts = text.withoutSpacesAround.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy("0123456789".utf8.contains) }
    },
    "language": TextPattern(expectation: "should be a language tag, such as de or pt-BR") { text in
      let subtags = text.withoutSpacesAround.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return subtags.enumerated().allSatisfy { index, subtag in
        (index == 0 ? 2...3 : 2...8).contains(subtag.count)
          && subtag.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
            default: false
            }
          }
      }
    },
  ]
}

extension String {
  /// The text as `trimmed` has it, but with tags (U+E0000 and above), which regular expressions cannot name alike.
  fileprivate var trimmedOfTheBasicPlane: Substring { without { $0.isEmptySpace && $0.value < 0x10000 } }

  /// The same with control characters, such as line breaks, which do not belong to a line of text.
  fileprivate var withoutSpacesAround: Substring {
    without { $0.isEmptySpace && $0.value < 0x10000 && !$0.isControl }
  }

  private func without(around isAround: (Unicode.Scalar) -> Bool) -> Substring {
    guard let first = unicodeScalars.firstIndex(where: { !isAround($0) }),
      let last = unicodeScalars.lastIndex(where: { !isAround($0) })
    else { return "" }
    return Substring(unicodeScalars[first...last])
  }

  fileprivate var hasNonSpace: Bool { unicodeScalars.contains { !$0.properties.isWhitespace } }
}
