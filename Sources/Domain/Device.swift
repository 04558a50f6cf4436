// SPDX-License-Identifier: Apache-2.0

/// The device on which a session was started.
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
