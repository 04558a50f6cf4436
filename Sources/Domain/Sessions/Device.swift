// SPDX-License-Identifier: Apache-2.0

/// The device on which a session was started.
package struct Device: Equatable, Sendable {
  package var id: String
  package var platform: String?
  package var name: String?
  /// The service that delivers push messages to the app on the device; nil if there is none.
  package var pushService: PushService?
  /// The app's token at that service. Nil for a stored device, because it is stored encrypted.
  package var pushToken: String?

  package init(
    id: String, platform: String? = nil, name: String? = nil, pushService: PushService? = nil, pushToken: String? = nil
  ) {
    self.id = id
    self.platform = platform
    self.name = name
    self.pushService = pushService
    self.pushToken = pushToken
  }
}

extension Device {
  /// A platform as people call it; one that is unknown as the app names it.
  package static func name(ofPlatform platform: String) -> String {
    let names = [
      "ios": "iOS", "ipados": "iPadOS", "android": "Android", "macos": "macOS", "windows": "Windows", "linux": "Linux",
      "watchos": "watchOS", "tvos": "tvOS", "visionos": "visionOS",
    ]
    return names[platform.lowercased()] ?? platform
  }
}
