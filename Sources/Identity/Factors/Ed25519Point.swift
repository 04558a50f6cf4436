// SPDX-License-Identifier: Apache-2.0

// swift-crypto decodes a point of Ed25519 only when it verifies a signature. A passkey must not be stored with a key
// that verifies nothing, or that verifies what others signed.

/// Whether bytes encode a point of Ed25519 (RFC 8032, section 5.1.3) whose order is not 1, 2, 4 or 8.
///
/// The curve is -x² + y² = 1 + dx²y² with d = -121665/121666. With A = -121665 and B = 121666, x² is
/// B(y² - 1) / (Ay² + B), which is a square if B(y² - 1)(Ay² + B) is one. The points of small order have y = 0,
/// y² = 1 or, for order 8, Ay⁴ + 2By² - B = 0.
/// - Parameter encoded: 32 bytes: y, little-endian, with the lowest bit of x as the highest bit.
func isPointOfEd25519(_ encoded: [UInt8]) -> Bool {
  guard let y = FieldElement(littleEndian: encoded) else { return false }
  let (a, b) = (FieldElement(0) - FieldElement(121_665), FieldElement(121_666))
  let square = y * y
  let denominator = a * square + b
  let eighth = square * (denominator + b) - b
  let numerator = square - FieldElement(1)
  guard !y.isZero, !numerator.isZero, !eighth.isZero else { return false }
  return (b * numerator * denominator).isSquare
}

/// A number modulo p = 2²⁵⁵ - 19, as five limbs of 51 bits, little-endian. Public keys are not secret, so the time
/// may depend on the number.
private struct FieldElement {
  private var limbs: [UInt64]

  private static let mask: UInt64 = 1 << 51 - 1
  private static let p: [UInt64] = [mask - 18, mask, mask, mask, mask]

  init(_ number: UInt64) { limbs = [number, 0, 0, 0, 0] }

  /// The number in the lowest 255 bits; nil if it is not less than p.
  init?(littleEndian bytes: [UInt8]) {
    limbs = [0, 0, 0, 0, 0]
    for bit in 0..<255 where bytes[bit / 8] >> (bit % 8) & 1 == 1 { limbs[bit / 51] |= 1 << UInt64(bit % 51) }
    guard limbs.reversed().lexicographicallyPrecedes(Self.p.reversed()) else { return nil }
  }

  /// The sum of limbs, carried into limbs of 51 bits.
  private init(carrying sums: [UInt128]) {
    limbs = [0, 0, 0, 0, 0]
    var carry: UInt128 = 0
    for index in 0..<5 {
      let sum = sums[index] + carry
      limbs[index] = UInt64(truncatingIfNeeded: sum) & Self.mask
      carry = sum >> 51
    }
    // 2²⁵⁵ is 19 modulo p.
    carry *= 19
    for index in 0..<5 where carry > 0 {
      let sum = UInt128(limbs[index]) + carry
      limbs[index] = UInt64(truncatingIfNeeded: sum) & Self.mask
      carry = sum >> 51
    }
    limbs[0] += 19 * UInt64(carry)
    while !limbs.reversed().lexicographicallyPrecedes(Self.p.reversed()) { subtractModulus() }
  }

  private mutating func subtractModulus() {
    var borrow: UInt64 = 0
    for index in 0..<5 {
      let (subtrahend, available) = (Self.p[index] + borrow, limbs[index])
      borrow = available < subtrahend ? 1 : 0
      limbs[index] = (available &- subtrahend) & Self.mask
    }
  }

  static func + (one: Self, other: Self) -> Self {
    Self(carrying: zip(one.limbs, other.limbs).map { UInt128($0) + UInt128($1) })
  }

  static func - (one: Self, other: Self) -> Self {
    Self(carrying: (0..<5).map { UInt128(one.limbs[$0]) + 2 * UInt128(p[$0]) - UInt128(other.limbs[$0]) })
  }

  static func * (one: Self, other: Self) -> Self {
    var sums = [UInt128](repeating: 0, count: 5)
    for i in 0..<5 {
      for j in 0..<5 {
        let product = UInt128(one.limbs[i]) * UInt128(other.limbs[j])
        sums[(i + j) % 5] += i + j < 5 ? product : product * 19
      }
    }
    return Self(carrying: sums)
  }

  var isZero: Bool { limbs.allSatisfy { $0 == 0 } }

  /// Euler's criterion: a number other than 0 is a square if its power of (p - 1)/2 = 2²⁵⁴ - 10 is 1.
  var isSquare: Bool {
    var power = Self(1)
    for bit in (0..<254).reversed() {
      power = power * power
      // The bits of 2²⁵⁴ - 10 are ones, except for bits 0 and 3.
      if bit != 0 && bit != 3 { power = power * self }
    }
    return isZero || power.limbs == [1, 0, 0, 0, 0]
  }
}
