// SPDX-License-Identifier: Apache-2.0

import Domain
import Templates

/// The colors of buttons and links that the accent color becomes, light and dark, with the contrast that each has.
struct ThemeColors {
  private let accent: String?
  private let palette: Palette

  init(_ policy: Policy) {
    accent = policy.app.accentColor
    palette = Palette(accent: accent.flatMap(Color.init) ?? Palette.defaultAccent)
  }

  var html: String {
    let source =
      accent.map { "They are made of the accent color <code>\($0.html)</code>: change it" }
      ?? "They are made of the default accent color: set another one"
    return """
      <h2>Colors</h2>
      <p>\(source) with <code>app.accentColor</code> in the policy.</p>
      <div class="colors">
      \(scheme("Light", palette.light, on: Palette.lightBackgrounds, ink: "#1b2733"))\
      \(scheme("Dark", palette.dark, on: Palette.darkBackgrounds, ink: "#f2f5f8"))</div>

      """
  }

  private func scheme(_ name: String, _ colors: Palette.Scheme, on backgrounds: [Color], ink: String) -> String {
    // A link has the least contrast on one of the two.
    let onBackground = backgrounds.map(colors.link.contrast).min() ?? 1
    let swatches = [
      swatch("Button", colors.button, contrast: colors.button.contrast(with: colors.buttonText)),
      swatch("Pressed", colors.pressed, contrast: colors.pressed.contrast(with: colors.buttonText)),
      swatch("Link", colors.link, contrast: onBackground),
    ]
    return """
      <section style="background:\(backgrounds[0].text);color:\(ink)">
      <h3>\(name)</h3>
      <ul>
      \(swatches.joined())</ul>
      </section>

      """
  }

  private func swatch(_ name: String, _ color: Color, contrast: Double) -> String {
    // Rounded down, so that it does not promise more than there is.
    let tenths = Int(contrast * 10)
    return "<li><i style=\"background:\(color.text)\"></i><span>\(name) <code>\(color.text)</code></span>"
      + "<span>\(tenths / 10).\(tenths % 10):1</span></li>\n"
  }
}
