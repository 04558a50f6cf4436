// SPDX-License-Identifier: Apache-2.0

/// The device on which a session was started.
package struct Device: Equatable, Sendable {
  package var id: String
  package var platform: String?
  package var name: String?

  package init(id: String, platform: String? = nil, name: String? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
  }
}
