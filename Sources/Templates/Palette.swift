// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The colors of buttons and links, computed from an accent color. All texts have the contrast that WCAG 2.2 requires
/// at level AA (1.4.3: 4.5 to 1), on the backgrounds of the layouts, light and dark.
package struct Palette: Sendable {
  /// The colors on a light or a dark background.
  package struct Scheme: Sendable {
    /// The background of a button.
    package let button: Color
    /// The text on a button: black or white.
    package let buttonText: Color
    /// The background of a button under the pointer.
    package let pressed: Color
    /// Links, and the borders of buttons. It is the accent color, made darker or lighter if its contrast is too low.
    package let link: Color
  }

  package let light: Scheme
  package let dark: Scheme

  /// The accent color of an app that has none.
  package static let defaultAccent = Color("#1a4fc4")!
  /// The backgrounds of texts in the layouts of mails and pages.
  package static let lightBackgrounds = ["#ffffff", "#f3f5f8"].map { Color($0)! }
  package static let darkBackgrounds = ["#1b2530", "#0f1720"].map { Color($0)! }

  package init(accent: Color) {
    light = Scheme(button: accent, link: accent.mixed(with: .black, untilContrast: 4.5, with: Self.lightBackgrounds))
    // A button stays close to the accent color: it stands out (1.4.11: 3 to 1), and its text has its own contrast.
    // Small text on a dark background is easier to read with more contrast than AA requires.
    dark = Scheme(
      button: accent.mixed(with: .white, untilContrast: 3, with: Self.darkBackgrounds),
      link: accent.mixed(with: .white, untilContrast: 7, with: Self.darkBackgrounds))
  }
}

extension Palette.Scheme {
  fileprivate init(button: Color, link: Color) {
    self.button = button
    // One of the two always has at least 4.58 to 1.
    buttonText = Color.white.contrast(with: button) >= 4.5 ? .white : .black
    // Away from the color of the text, so that the contrast grows.
    pressed = button.mixed(with: buttonText == .white ? .black : .white, 0.25)
    self.link = link
  }
}

/// A color in sRGB.
package struct Color: Equatable, Sendable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let black = Color(red: 0, green: 0, blue: 0)
  static let white = Color(red: 255, green: 255, blue: 255)

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// - Parameter text: in the form `#rrggbb`.
  package init?(_ text: String) {
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// In the form `#rrggbb`.
  package var text: String {
    [red, green, blue].reduce(into: "#") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// Relative luminance (WCAG 2.2).
  package var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio (WCAG 2.2): 1 to 21.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This color, with a share of another one.
  func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ own: UInt8, _ others: UInt8) -> UInt8 {
      UInt8((Double(own) + (Double(others) - Double(own)) * share).rounded())
    }
    return Color(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// This color, with the smallest share of another one that has the contrast with each background.
  func mixed(with other: Color, untilContrast minimum: Double, with backgrounds: [Color]) -> Color {
    for step in 0..<32 {
      let mixed = mixed(with: other, Double(step) / 32)
      if backgrounds.allSatisfy({ mixed.contrast(with: $0) >= minimum }) { return mixed }
    }
    return other
  }
}
