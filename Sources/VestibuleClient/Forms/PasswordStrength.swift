// SPDX-License-Identifier: Apache-2.0

/// How hard a password is to guess, for a meter with five steps.
public enum PasswordStrength: Int, Comparable, CaseIterable, Sendable {
  /// It breaks a rule of the policy.
  case tooWeak
  /// Less than 45 bits.
  case weak
  /// Less than 60 bits.
  case fair
  /// Less than 80 bits.
  case good
  /// 80 bits or more.
  case strong

  /// Whether one is weaker than another.
  public static func < (one: PasswordStrength, other: PasswordStrength) -> Bool { one.rawValue < other.rawValue }

  /// Estimates the bits: the number of characters, without those that repeat or continue the one before, times the bits of
  /// the kinds of characters that occur. It is a lower bound for random passwords, and too high for words.
  init(of password: String) {
    let scalars = Array(password.unicodeScalars)
    let steps = zip(scalars.dropFirst(), scalars).map { abs(Int($0.value) - Int($1.value)) }
    let counted = (scalars.isEmpty ? 0 : 1) + steps.filter { $0 > 1 }.count
    var alphabet = 0.0
    if scalars.contains(where: \.properties.isLowercase) { alphabet += 26 }
    if scalars.contains(where: \.properties.isUppercase) { alphabet += 26 }
    if scalars.contains(where: { $0.properties.numericType == .decimal }) { alphabet += 10 }
    if scalars.contains(where: { !$0.properties.isAlphabetic && $0.properties.numericType != .decimal }) {
      alphabet += 33
    }
    var (bits, size) = (0.0, max(alphabet, 1))
    while size > 1 {
      bits += 1
      size /= 2
    }
    self =
      switch Double(counted) * bits {
      case ..<45: .weak
      case ..<60: .fair
      case ..<80: .good
      default: .strong
      }
  }
}
