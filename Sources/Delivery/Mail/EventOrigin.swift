// SPDX-License-Identifier: Apache-2.0

import Domain

/// Where an event came from, as people read it in a mail about it: the country and the device's system by their names.
enum EventOrigin {
  /// Names of systems, by the platform that the app gives in lower case. Others are shown as they are given.
  private static let systems = [
    "ios": "iOS", "ipados": "iPadOS", "android": "Android", "macos": "macOS", "windows": "Windows", "linux": "Linux",
    "watchos": "watchOS", "tvos": "tvOS", "visionos": "visionOS",
  ]

  /// The members of a mail's values that are shown in another way than they are stored.
  static func shown(_ values: JSON, _ language: LanguageTag) -> JSON.Members {
    var shown = JSON.Members()
    if let country = values["country"]?.string {
      shown["country"] = .string(CountryNames.name(of: country, language))
    }
    if let device = values["device"], let platform = device["platform"]?.string {
      shown["device"] = device.merging(["platform": .string(systems[platform.lowercased()] ?? platform)])
    }
    return shown
  }
}
