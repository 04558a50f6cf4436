// SPDX-License-Identifier: Apache-2.0

import Domain

/// SplitMix64: the same numbers from the same seed on every machine, so that a failure can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// A text of up to `count` scalars from the list.
  package mutating func text(of scalars: [Unicode.Scalar], upTo count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) { text.append(scalars.randomElement(using: &self)!) }
    return String(text)
  }

  /// Any scalar: two of five are ASCII, the others from all planes.
  package mutating func scalar() -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [0...0x7F, 0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0x10FFFF]
    return Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &self)!, using: &self))!
  }

  package mutating func text(upTo count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) { text.append(scalar()) }
    return String(text)
  }

  /// Any value, nested up to `depth` levels.
  package mutating func json(depth: Int) -> JSON {
    switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(number())
    case 3, 4: return .string(text(upTo: 12))
    case 5, 6: return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in json(depth: depth - 1) })
    default:
      var members = JSON.Members()
      for _ in 0..<Int.random(in: 0...4, using: &self) { members[text(upTo: 6)] = json(depth: depth - 1) }
      return .object(members)
    }
  }

  /// A number in any notation of JSON.
  private mutating func number() -> String {
    var digits = Bool.random(using: &self) ? "-" : ""
    digits += String(Int.random(in: 0...99_999, using: &self))
    if Bool.random(using: &self) { digits += "." + String(Int.random(in: 0...999, using: &self)) }
    if Bool.random(using: &self) {
      digits += ["e", "E"].randomElement(using: &self)! + ["", "+", "-"].randomElement(using: &self)!
      digits += String(Int.random(in: 0...400, using: &self))
    }
    return digits
  }
}
