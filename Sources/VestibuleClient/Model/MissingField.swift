// SPDX-License-Identifier: Apache-2.0

/// What the policy requires and an account lacks: a field of a screen that sends a ``CompleteAccountRequest``.
public struct MissingField: OpenEnumeration {
  /// `role`: one of those with which people may sign up.
  public static let role = MissingField(rawValue: "role")
  /// `displayName`: the name of the person.
  public static let displayName = MissingField(rawValue: "displayName")
  /// `username`: the name to sign in with.
  public static let username = MissingField(rawValue: "username")
  /// `phone`: the telephone number.
  public static let phone = MissingField(rawValue: "phone")
  /// `birthDate`: the day of birth.
  public static let birthDate = MissingField(rawValue: "birthDate")
  /// `consent`: the agreement to the terms, or the address of a parent or guardian.
  public static let consent = MissingField(rawValue: "consent")
  /// `inviters`: which of the inviters who invited the address stay connected.
  public static let inviters = MissingField(rawValue: "inviters")
  /// `profile/<field>`: a field that the app has defined.
  public static func profile(_ field: String) -> MissingField { MissingField(rawValue: prefix + field) }

  private static let prefix = "profile/"

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of the app's own field; nil for the others.
  public var profileField: String? {
    rawValue.hasPrefix(Self.prefix) ? String(rawValue.dropFirst(Self.prefix.count)) : nil
  }
}
