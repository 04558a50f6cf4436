// SPDX-License-Identifier: Apache-2.0

import Domain

/// The variables that the templates of all mails and pages have, separated by spaces: the app, its brand and colors,
/// its phrases, and the sign-in methods.
package enum SharedVariables {
  package static let names = [
    "app app.name app.tagline app.urlScheme app.appStoreURL app.playStoreURL app.supportEmail app.logoURL app.accentColor",
    "app.termsURL app.privacyURL app.about",
    "brand brand.name brand.logoURL brand.isInviters language",
    "phrases phrases.program phrases.title phrases.start phrases.inviter phrases.button",
    "colors colors.light colors.light.button colors.light.buttonText colors.light.pressed colors.light.link",
    "colors.dark colors.dark.button colors.dark.buttonText colors.dark.pressed colors.dark.link",
    "providers providers.google providers.apple providers.password providers.email providers.hasAccounts",
    "providers.accounts providers.accounts.name providers.accounts.isFirst providers.accounts.isLast",
  ]

  /// - Parameter branding: of the inviter whose invitation is shown. It takes precedence over that of the app.
  package static func values(_ policy: Policy, _ language: String, _ branding: Branding? = nil) -> JSON {
    let app = policy.app
    let accent = (branding?.color ?? app.accentColor).flatMap(Color.init) ?? Palette.defaultAccent
    let about = policy.aboutApp(in: LanguageTag(language))
    return .object([
      "app": about.map { app.json.merging(["about": .string($0)]) } ?? app.json, "language": .string(language),
      "brand": .object([
        "name": JSON(branding?.name ?? app.name), "isInviters": .bool(branding?.name != nil),
        "logoURL": (branding?.logoURL ?? app.logoURL).map(JSON.string),
      ]),
      "colors": Palette(accent: accent).json, "providers": providers(policy),
      "phrases": LanguageTag(language).chain.lazy.compactMap { app.phrases[$0] }.first,
    ])
  }

  /// The sign-in methods. Firebase and Supabase are not accounts that a person knows.
  private static func providers(_ policy: Policy) -> JSON {
    let known = ["google", "apple"].filter { policy.providers[$0] != nil }
    let others = policy.providers.keys.filter { !["google", "apple", "firebase", "supabase"].contains($0) }.sorted()
    let names = known + others
    return .object([
      "google": .bool(policy.providers["google"] != nil), "apple": .bool(policy.providers["apple"] != nil),
      "password": .bool(policy.password != nil), "email": .bool(policy.hasSignInCodes),
      "hasAccounts": .bool(!names.isEmpty),
      "accounts": .array(
        names.enumerated().map { index, name in
          [
            "name": .string(SignInMethod(name).displayName), "isFirst": .bool(index == 0),
            "isLast": .bool(index == names.count - 1),
          ]
        }),
    ])
  }
}

extension Palette {
  fileprivate var json: JSON { ["light": light.json, "dark": dark.json] }
}

extension Palette.Scheme {
  fileprivate var json: JSON {
    [
      "button": .string(button.text), "buttonText": .string(buttonText.text), "pressed": .string(pressed.text),
      "link": .string(link.text),
    ]
  }
}
