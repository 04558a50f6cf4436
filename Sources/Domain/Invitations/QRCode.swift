// SPDX-License-Identifier: Apache-2.0

/// A QR code (ISO/IEC 18004) of bytes, with the error correction M, which restores 15 % of the code.
package struct QRCode {
  /// The modules of one side, without the margin.
  package private(set) var size: Int
  private var isDark: [[Bool]]
  /// Modules that have no data: the patterns by which readers find and align the code.
  private var isFixed: [[Bool]]

  /// Nil if the bytes need more than version 20: 666 bytes.
  package init?(_ bytes: [UInt8]) {
    guard let version = (1...20).first(where: { Layout(version: $0).capacity >= bytes.count }) else { return nil }
    let layout = Layout(version: version)
    size = 17 + 4 * version
    isDark = Array(repeating: Array(repeating: false, count: size), count: size)
    isFixed = isDark
    drawPatterns(version)
    place(layout.codewords(of: bytes))
    let plain = self
    let masked = (0..<8).map { plain.masked(by: $0) }
    // The mask with the fewest areas of one color.
    self = masked.min { $0.plainSquares < $1.plainSquares }!
  }

  /// The dark modules as the path of an SVG image, with the margin of four modules, `size + 8` wide and high. Its
  /// strokes have a width of 1: they need half the text of outlines.
  package var path: String {
    var path = ""
    for row in 0..<size {
      var (column, end) = (0, Int?.none)
      while column < size {
        guard isDark[row][column] else {
          column += 1
          continue
        }
        let start = column
        while column < size, isDark[row][column] { column += 1 }
        path += end.map { "m\(start - $0) 0" } ?? "M\(start + 4) \(row + 4).5"
        path += "h\(column - start)"
        end = column
      }
    }
    return path
  }
}

// MARK: The modules

extension QRCode {
  private mutating func fix(_ row: Int, _ column: Int, _ dark: Bool) {
    guard isDark.indices.contains(row), isDark.indices.contains(column) else { return }
    isDark[row][column] = dark
    isFixed[row][column] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawSquare(row, column, radius: 4, light: [2, 4]) }
    let centers = Layout.alignmentCenters(version, size)
    for row in centers {
      for column in centers {
        let isCorner = (row == 6 && (column == 6 || column == size - 7)) || (row == size - 7 && column == 6)
        if !isCorner { drawSquare(row, column, radius: 2, light: [1]) }
      }
    }
    drawFormat(mask: 0)
    guard version >= 7 else { return }
    let bits = Self.withRemainder(of: version, bits: 12, polynomial: 0x1F25)
    for index in 0..<18 {
      let dark = bits >> index & 1 == 1
      fix(index / 3, size - 11 + index % 3, dark)
      fix(size - 11 + index % 3, index / 3, dark)
    }
  }

  /// Concentric squares around a module; `light` are the radii of those that are light.
  private mutating func drawSquare(_ row: Int, _ column: Int, radius: Int, light: [Int]) {
    for y in -radius...radius {
      for x in -radius...radius { fix(row + y, column + x, !light.contains(max(abs(x), abs(y)))) }
    }
  }

  /// The error correction and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    // M is 00.
    let bits = Self.withRemainder(of: mask, bits: 10, polynomial: 0x537) ^ 0x5412
    for index in 0..<15 {
      let dark = bits >> index & 1 == 1
      switch index {
      case 0..<6: fix(index, 8, dark)
      case 6, 7: fix(index + 1, 8, dark)
      case 8: fix(8, 7, dark)
      default: fix(8, 14 - index, dark)
      }
      if index < 8 { fix(8, size - 1 - index, dark) } else { fix(size - 15 + index, 8, dark) }
    }
    fix(size - 8, 8, true)
  }

  /// A value with the remainder of a division of polynomials (BCH code).
  private static func withRemainder(of value: Int, bits: Int, polynomial: Int) -> Int {
    var remainder = value
    for _ in 0..<bits { remainder = remainder << 1 ^ (remainder >> (bits - 1)) * polynomial }
    return value << bits | remainder
  }

  /// Places the bits in columns of two modules, from the right, upwards and downwards in turn.
  private mutating func place(_ codewords: [UInt8]) {
    var index = 0
    for (turn, right) in stride(from: size - 1, through: 1, by: -2).enumerated() {
      // The column of the timing pattern is left out.
      let right = right <= 6 ? right - 1 : right
      for step in 0..<size {
        let row = turn % 2 == 0 ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row][column] && index < codewords.count * 8 {
          isDark[row][column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  private func masked(by mask: Int) -> QRCode {
    var code = self
    for y in 0..<size {
      for x in 0..<size where !isFixed[y][x] {
        let isInverted =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if isInverted { code.isDark[y][x].toggle() }
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  /// The number of squares of four modules of the same color.
  private var plainSquares: Int {
    var count = 0
    for row in 1..<size {
      for column in 1..<size {
        let dark = isDark[row][column]
        if dark == isDark[row - 1][column], dark == isDark[row][column - 1], dark == isDark[row - 1][column - 1] {
          count += 1
        }
      }
    }
    return count
  }
}

// MARK: The codewords

extension QRCode {
  /// The sizes of a version (ISO/IEC 18004, tables 1 and 9).
  private struct Layout {
    let version: Int

    /// The codewords for error correction of each block, and the number of blocks, by version.
    private static let corrections = [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    ]
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

    private var correction: Int { Self.corrections[version - 1] }
    private var blockCount: Int { Self.blocks[version - 1] }

    /// All codewords, of data and of error correction.
    private var total: Int {
      var modules = (16 * version + 128) * version + 64
      if version >= 2 {
        let centers = version / 7 + 2
        modules -= (25 * centers - 10) * centers - 55
      }
      return (version >= 7 ? modules - 36 : modules) / 8
    }

    private var dataCount: Int { total - correction * blockCount }
    /// The bits of the number of bytes.
    private var lengthBits: Int { version < 10 ? 8 : 16 }
    var capacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

    static func alignmentCenters(_ version: Int, _ size: Int) -> [Int] {
      guard version > 1 else { return [] }
      let count = version / 7 + 2
      let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
      return [6] + (0..<(count - 1)).map { size - 7 - $0 * step }
    }

    /// The codewords of bytes, with those of the error correction, in the order in which they are placed.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
      let data = padded(bytes)
      let short = total / blockCount - correction
      let shortCount = blockCount - total % blockCount
      var blocks: [[UInt8]] = []
      var start = 0
      for index in 0..<blockCount {
        let length = short + (index < shortCount ? 0 : 1)
        blocks.append(Array(data[start..<(start + length)]))
        start += length
      }
      let checks = blocks.map { GaloisField.remainder(of: $0, count: correction) }
      let interleaved = (0...short).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
      return interleaved + (0..<correction).flatMap { index in checks.map { $0[index] } }
    }

    /// The data as bits: the mode for bytes, the length, the bytes and the padding.
    private func padded(_ bytes: [UInt8]) -> [UInt8] {
      var bits: [Bool] = []
      func append(_ value: Int, _ count: Int) {
        for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
      }
      append(0b0100, 4)
      append(bytes.count, lengthBits)
      for byte in bytes { append(Int(byte), 8) }
      append(0, min(4, dataCount * 8 - bits.count))
      append(0, (8 - bits.count % 8) % 8)
      var data = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      }
      for index in 0..<(dataCount - data.count) { data.append(index % 2 == 0 ? 0xEC : 0x11) }
      return data
    }
  }

  /// Reed-Solomon codes over the field of 256 elements (ISO/IEC 18004, annex A).
  private enum GaloisField {
    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
      var (sum, factor) = (UInt8(0), one)
      for index in 0..<8 {
        if other >> index & 1 == 1 { sum ^= factor }
        factor = factor << 1 ^ (factor >> 7 == 1 ? 0x1D : 0)
      }
      return sum
    }

    /// The remainder of the data by the polynomial of the error correction.
    static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
      // The coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1.
      var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
      var root = UInt8(1)
      for _ in 0..<count {
        for index in 0..<count {
          divisor[index] = product(divisor[index], root) ^ (index + 1 < count ? divisor[index + 1] : 0)
        }
        root = product(root, 2)
      }
      var remainder = [UInt8](repeating: 0, count: count)
      for byte in data {
        let factor = byte ^ remainder.removeFirst()
        remainder.append(0)
        for index in 0..<count { remainder[index] ^= product(divisor[index], factor) }
      }
      return remainder
    }
  }
}

extension QRCode {
  /// An SVG document of a text, black on white with the margin that readers need; nil if the text is too long.
  package static func picture(of text: String) -> String? {
    guard let code = QRCode(Array(text.utf8)) else { return nil }
    let side = code.size + 8
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path stroke="#000" d="\(code.path)"/></svg>
      """
  }
}
