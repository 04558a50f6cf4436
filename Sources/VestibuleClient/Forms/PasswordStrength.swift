// SPDX-License-Identifier: Apache-2.0

/// How hard a password is to guess, for a meter with five steps: ``SignUpForm/strength``, ``PasswordForm/strength``.
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

  /// Estimates the bits: the number of characters, without those that repeat or continue the one before, times the bits
  /// of the kinds of characters that occur. It is a lower bound for random passwords, and too high for words.
  init(of password: String) {
    var counted = 0
    var last: Int?
    var (hasLower, hasUpper, hasDigit, hasOther) = (false, false, false, false)
    for scalar in password.unicodeScalars {
      let (value, properties) = (Int(scalar.value), scalar.properties)
      if last.map({ abs(value - $0) > 1 }) ?? true { counted += 1 }
      last = value
      let isDigit = properties.numericType == .decimal
      if properties.isLowercase { hasLower = true }
      if properties.isUppercase { hasUpper = true }
      if isDigit { hasDigit = true }
      if !isDigit, !properties.isAlphabetic { hasOther = true }
    }
    let alphabet =
      (hasLower ? 26.0 : 0) + (hasUpper ? 26.0 : 0) + (hasDigit ? 10.0 : 0) + (hasOther ? 33.0 : 0)
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
