// SPDX-License-Identifier: Apache-2.0

extension Policy {
  /// The policy's `app`: its name, links, identifiers and languages.
  package struct App: Sendable {
    package let name: String
    package let tagline: String?
    package let urlScheme: String
    package let appStoreURL: String?
    /// The https URLs below which pages may lead back after a sign-in.
    package let returnURLs: [String]
    package let playStoreURL: String?
    package let supportEmail: String?
    /// The https URLs of the terms and of the privacy policy, which people read before they agree.
    package var termsURL: String?
    package var privacyURL: String?
    /// An https URL of the app's logo.
    package var logoURL: String?
    /// The color of buttons and links, in the form `#rrggbb`.
    package let accentColor: String?
    /// The app's own phrases in invitations, by language.
    package let phrases: JSON
    package let bundleIDs: [String]
    /// The iOS apps that may open this server's links, each as team id, dot and bundle id.
    package let appleAppIDs: [String]
    package let androidApps: [AndroidApp]
    /// Languages with templates and messages; the first is the default.
    package let locales: [String]

    /// An entry of the policy's `app.androidApps`: an Android app that may open this server's links.
    package struct AndroidApp: Sendable {
      package let package: String
      /// SHA-256 of each signing certificate, in hexadecimal with colons.
      package let fingerprints: [String]
    }

    /// The variables of templates.
    package var json: JSON {
      .object([
        "name": JSON(name), "tagline": tagline.map(JSON.string), "urlScheme": JSON(urlScheme),
        "appStoreURL": appStoreURL.map(JSON.string), "playStoreURL": playStoreURL.map(JSON.string),
        "supportEmail": supportEmail.map(JSON.string), "logoURL": logoURL.map(JSON.string),
        "accentColor": accentColor.map(JSON.string), "termsURL": termsURL.map(JSON.string),
        "privacyURL": privacyURL.map(JSON.string),
      ])
    }

    init(_ json: JSON) {
      name = json["name"]?.string ?? ""
      tagline = json["tagline"]?.string
      urlScheme = json["urlScheme"]?.string ?? ""
      appStoreURL = json["appStoreURL"]?.string
      returnURLs = json["returnURLs"]?.array?.compactMap(\.string) ?? []
      playStoreURL = json["playStoreURL"]?.string
      supportEmail = json["supportEmail"]?.string
      termsURL = json["termsURL"]?.string
      privacyURL = json["privacyURL"]?.string
      logoURL = json["logoURL"]?.string
      accentColor = json["accentColor"]?.string
      phrases = json["phrases"] ?? [:]
      bundleIDs = json["bundleIDs"]?.array?.compactMap(\.string) ?? []
      appleAppIDs = json["appleAppIDs"]?.array?.compactMap(\.string) ?? []
      androidApps = (json["androidApps"]?.array ?? []).map {
        AndroidApp(
          package: $0["package"]?.string ?? "", fingerprints: $0["fingerprints"]?.array?.compactMap(\.string) ?? [])
      }
      locales = json["locales"]?.array?.compactMap(\.string) ?? []
    }
  }
}
