// SPDX-License-Identifier: Apache-2.0

/// A role of the policy, such as `"client"`. Which ones there are, ``AppConfiguration/Roles`` says.
public struct Role: OpenEnumeration, ExpressibleByStringLiteral {
  /// The name in the policy.
  public let rawValue: String

  /// The role with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The role with this name.
  public init(stringLiteral value: String) { rawValue = value }
}
