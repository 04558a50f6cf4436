// SPDX-License-Identifier: Apache-2.0

import Domain

/// How the preview of the theme shows everything: the language, light or dark, the width, and with or without a logo.
/// The query has them, so each choice is a link.
struct ThemeChoices {
  enum Scheme: String, CaseIterable { case light, dark }
  enum Width: String, CaseIterable { case phone, desktop }

  private(set) var locale: String
  private(set) var scheme: Scheme
  private(set) var width: Width
  private var wantsLogo: Bool
  private let locales: [String]
  private let needsSample: Bool

  /// Unknown values are those of the first choice.
  init(_ fields: [(name: String, value: String)], _ policy: Policy) {
    func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
    locales = policy.app.locales
    locale = locales.contains(value("locale")) ? value("locale") : locales.first ?? "en"
    scheme = Scheme(rawValue: value("scheme")) ?? .light
    width = Width(rawValue: value("width")) ?? .phone
    wantsLogo = value("logo") != "none"
    needsSample = policy.app.logoURL == nil
  }

  var hasSampleLogo: Bool { needsSample && wantsLogo }

  /// What a frame needs to know. Its scheme and width are those of its element.
  var ofFrame: String { "locale=\(locale.percentEncoded)" + (wantsLogo ? "" : "&logo=none") }

  private var query: String { "\(ofFrame)&scheme=\(scheme.rawValue)&width=\(width.rawValue)" }

  /// Links, because a form that needs no button would need a script.
  var html: String {
    let languages = locales.map { tag in
      link(tag, isChosen: tag == locale) { $0.locale = tag }
    }
    let schemes = Scheme.allCases.map { one in
      link(one == .light ? "Light" : "Dark", isChosen: one == scheme) { $0.scheme = one }
    }
    let widths = Width.allCases.map { one in
      link(one == .phone ? "Phone" : "Desktop", isChosen: one == width) { $0.width = one }
    }
    let logos = [true, false].map { one in
      link(one ? "Sample logo" : "No logo", isChosen: one == wantsLogo) { $0.wantsLogo = one }
    }
    let groups = [languages, schemes, widths] + (needsSample ? [logos] : [])
    let list = groups.map { "<span>\($0.joined(separator: " "))</span>\n" }.joined()
    return "<p class=\"choices\"><a href=\"./\">Overview</a>\n\(list)</p>\n"
  }

  private func link(_ text: String, isChosen: Bool, _ change: (inout ThemeChoices) -> Void) -> String {
    var other = self
    change(&other)
    return "<a href=\"theme?\(other.query.html)\"\(isChosen ? " aria-current=\"true\"" : "")>\(text.html)</a>"
  }
}

/// The logo of the preview if the policy has none. No page and no mail fetches it.
enum SampleLogo {
  static let url =
    "data:image/svg+xml,"
      + """
        <svg xmlns="http://www.w3.org/2000/svg" width="122" height="40" viewBox="6 0 122 40">
      <path d="M10 24h5l4-12 5 17 3-8h5" fill="none" stroke="#4277ec" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
      <text x="42" y="27" font-family="system-ui, Arial, sans-serif" font-size="20" font-weight="700" fill="#4277ec">Sample</text>
      </svg>
      """.percentEncoded
}
