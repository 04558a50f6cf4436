// SPDX-License-Identifier: Apache-2.0

import Domain

/// Where an event came from, as people read it in a mail about it: the country and the device's system by their names.
enum EventOrigin {
  /// The members of a mail's values that are shown in another way than they are stored.
  static func shown(_ values: JSON, _ language: LanguageTag) -> JSON.Members {
    var shown = JSON.Members()
    if let country = values["country"]?.string {
      shown["country"] = .string(CountryNames.name(of: country, language))
    }
    if let device = values["device"], let platform = device["platform"]?.string {
      shown["device"] = device.merging(["platform": .string(Device.name(ofPlatform: platform))])
    }
    return shown
  }
}
