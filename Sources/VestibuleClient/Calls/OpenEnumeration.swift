// SPDX-License-Identifier: Apache-2.0

/// A text of a known list, such as an ``ErrorCode``. A later server may have values that this version of the kit does
/// not know. They are kept: a `switch` needs a `default`, and `rawValue` is the text.
public protocol OpenEnumeration: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
  /// The value with this text, also if this version of the kit does not know it.
  init(rawValue: String)
}

extension OpenEnumeration {
  /// A value that this version of the kit does not know.
  public static func other(_ text: String) -> Self { Self(rawValue: text) }

  /// The text, as `rawValue`.
  public var description: String { rawValue }
}
