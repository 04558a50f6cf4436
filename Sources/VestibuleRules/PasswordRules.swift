// SPDX-License-Identifier: Apache-2.0

extension AccountRules {
  /// The policy's `providers.password`: rules for passwords (NIST SP 800-63B, section 5.1.1, and rules that apps add).
  package struct PasswordRules: Sendable {
    /// A class of characters that the policy's `require` names.
    package enum Class: String, CaseIterable, Sendable { case upper, lower, digit, letter, symbol }

    package let minLength: Int
    package let require: [Class]
    package let denyCommon: Bool
    package let argon2: Argon2

    /// The `argon2` of the password rules: the cost of a hash (RFC 9106, section 3.1).
    package struct Argon2: Equatable, Sendable {
      package let memoryKiB: Int
      package let iterations: Int
      package let parallelism: Int

      package init(memoryKiB: Int, iterations: Int, parallelism: Int) {
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
      }

      /// What a hash costs where the policy does not say it (OWASP, Password Storage Cheat Sheet).
      package static let standard = Argon2(memoryKiB: 19_456, iterations: 2, parallelism: 1)
    }

    package init(_ json: JSON) {
      minLength = json["minLength"]?.integer ?? 8
      require = (json["require"]?.array ?? []).compactMap(\.string).compactMap(Class.init)
      denyCommon = json["denyCommon"]?.bool ?? true
      argon2 = Argon2(
        memoryKiB: json["argon2"]?["memoryKiB"]?.integer ?? Argon2.standard.memoryKiB,
        iterations: json["argon2"]?["iterations"]?.integer ?? Argon2.standard.iterations,
        parallelism: json["argon2"]?["parallelism"]?.integer ?? Argon2.standard.parallelism)
    }

    /// The rules that a new password breaks, one field each.
    /// - Parameter isCommon: looks a password up in the list of common passwords. Called only if all other rules
    ///   hold.
    package func violations<Failure: Error>(
      of password: String, at pointer: String, isCommon: (String) throws(Failure) -> Bool
    ) throws(Failure) -> [InvalidField] {
      var fields: [InvalidField] = []
      func bad(_ variant: String, _ detail: String) {
        fields.append(
          InvalidField(
            pointer: pointer, code: .weakPassword, detail: detail, variant: variant,
            values: ["min": String(minLength)]))
      }
      if password.unicodeScalars.count < minLength { bad("too-short", "should have \(minLength) characters or more") }
      for wanted in require where !password.unicodeScalars.contains(where: wanted.contains) {
        bad("needs-\(wanted.rawValue)", "should have \(wanted.expectation)")
      }
      if fields.isEmpty, denyCommon, try isCommon(password.lowercased()) {
        bad("too-common", "is a common password")
      }
      return fields
    }
  }
}

extension AccountRules.PasswordRules.Class {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch self {
    case .upper: properties.isUppercase
    case .lower: properties.isLowercase
    case .digit: properties.numericType == .decimal
    case .letter: properties.isAlphabetic
    case .symbol: !properties.isAlphabetic && properties.numericType != .decimal && !properties.isWhitespace
    }
  }

  var expectation: String {
    switch self {
    case .upper: "an upper-case letter"
    case .lower: "a lower-case letter"
    case .digit: "a digit"
    case .letter: "a letter"
    case .symbol: "a symbol"
    }
  }
}
