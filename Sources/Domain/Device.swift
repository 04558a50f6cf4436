// SPDX-License-Identifier: Apache-2.0

/// The device that a session was begun on.
public struct Device: Equatable, Sendable {
  public var id: String
  public var platform: String?
  public var name: String?

  public init(id: String, platform: String? = nil, name: String? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
  }
}
