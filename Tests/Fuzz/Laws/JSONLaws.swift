// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

enum JSONLaws {
  /// - Returns: the value, where the text is one that is accepted.
  static func check(_ input: [UInt8]) throws -> JSON? {
    guard let value = try? JSON(parsing: input) else { return nil }
    let line = value.line
    try hold("a line has no control character", !line.contains { $0 < 0x20 || $0 == 0x7F })
    let again = try? JSON(parsing: line)
    try hold("what is written is read again as the same value", again == value && again?.line == line)
    let canonical = try? JSON(parsing: value.canonicalLine)
    try hold("the canonical line is of the same value", canonical == value)
    try hold("the canonical line has one form", canonical?.canonicalLine == value.canonicalLine)
    try hold(
      "Foundation reads it as well",
      hasLongNumber(value) || (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil)
    if let members = value.members {
      let unparsed = try? JSON.unparsedMembers(of: input).map { ($0.name, try JSON(parsing: Array($0.text))) }
      try hold("unparsed members are the members", unparsed.map { JSON.Members($0) } == members)
    }
    return value
  }

  /// Whether it has a number that Foundation need not be able to hold.
  private static func hasLongNumber(_ value: JSON) -> Bool {
    switch value {
    case .number(let digits): digits.utf8.count > 15
    case .array(let items): items.contains(where: hasLongNumber)
    case .object(let members): members.pairs.contains { hasLongNumber($0.value) }
    case .null, .bool, .string: false
    }
  }
}
