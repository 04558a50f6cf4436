// SPDX-License-Identifier: Apache-2.0

import Identity
import TestSupport
import Testing

@Suite("Recovery codes") struct RecoveryCodeTests {
  private func codes(seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return RecoveryCodes.make { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
  }

  @Test func `an account gets ten different codes of two groups`() throws {
    let codes = self.codes(seed: 1)
    #expect(codes.count == 10)
    #expect(Set(codes).count == 10)
    for code in codes {
      #expect(code.utf8.count == 11)
      #expect(code.split(separator: "-").map(\.count) == [5, 5])
      #expect(!code.contains { "ILOU".contains($0) })
      #expect(RecoveryCodes.normalForm(code) == code.filter { $0 != "-" })
    }
  }

  @Test func `every character of a code is random`() {
    let codes = (0..<40).flatMap { self.codes(seed: $0) }.compactMap(RecoveryCodes.normalForm).map { Array($0) }
    for place in 0..<10 { #expect(Set(codes.map { $0[place] }).count == 32) }
  }

  @Test(
    arguments: [
      "7Q4ZK-M0T2X", "7q4zk-m0t2x", "7Q4ZKM0T2X", " 7Q4ZK M0T2X ", "7Q4ZK–M0T2X", "7Q4ZK\u{A0}M0T2X",
      "7-Q-4-Z-K-M-0-T-2-X",
      "7q4zk-mOt2x", "7q4zk-mot2x",
    ])
  func `case, hyphens, spaces and look-alikes do not matter`(_ typed: String) {
    #expect(RecoveryCodes.normalForm(typed) == "7Q4ZKM0T2X")
  }

  @Test func `I and L are read as 1`() { #expect(RecoveryCodes.normalForm("iIlL1-00000") == "1111100000") }

  @Test(
    arguments: [
      "", "-", "7Q4ZK-M0T2", "7Q4ZK-M0T2XX", "7Q4ZK-M0T2U", "7Q4ZK_M0T2X", "7Q4ZK.M0T2X", "７Q4ZK-M0T2X",
      "7Q4ZK-M0T2\u{212A}",
      "7Q4ZK-M0T2X\n", String(repeating: "-", count: 100) + "7Q4ZKM0T2X",
    ])
  func `text in another form is not a code`(_ typed: String) { #expect(RecoveryCodes.normalForm(typed) == nil) }
}
