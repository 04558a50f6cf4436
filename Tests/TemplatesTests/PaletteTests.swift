// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Templates

@Suite("Colors of buttons and links") struct PaletteTests {
  static let accents =
    ["#000000", "#ffffff", "#1a4fc4", "#ffd400", "#777777", "#767676", "#00ff00", "#0000ff", "#1b2530", "#f3f5f8"]
    + stride(from: 0, to: 256, by: 51).flatMap { red in
      stride(from: 0, to: 256, by: 51).flatMap { green in
        stride(from: 0, to: 256, by: 51).map { blue in
          Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)).text
        }
      }
    }

  @Test("Every accent color gives texts with a contrast of 4.5 to 1 (WCAG 2.2, level AA)")
  func contrast() throws {
    for accent in Self.accents {
      let palette = Palette(accent: try #require(Color(accent)))
      // The edge of a button on a dark background (1.4.11).
      for background in Palette.darkBackgrounds { #expect(palette.dark.button.contrast(with: background) >= 3) }
      let schemes = [(palette.light, Palette.lightBackgrounds), (palette.dark, Palette.darkBackgrounds)]
      for (scheme, backgrounds) in schemes {
        #expect(scheme.buttonText.contrast(with: scheme.button) >= 4.5, "\(accent)")
        #expect(scheme.buttonText.contrast(with: scheme.pressed) >= 4.5, "\(accent)")
        for background in backgrounds { #expect(scheme.link.contrast(with: background) >= 4.5, "\(accent)") }
      }
    }
  }

  @Test("An accent color with enough contrast is not changed")
  func unchanged() throws {
    let palette = Palette(accent: try #require(Color("#1a4fc4")))
    #expect(palette.light.button.text == "#1a4fc4" && palette.light.link.text == "#1a4fc4")
    #expect(palette.light.buttonText.text == "#ffffff")
    #expect(Palette(accent: try #require(Color("#ffd400"))).dark.link.text == "#ffd400")
  }

  @Test("A button has the accent color, and its link is darker if the accent color is too light")
  func fallback() throws {
    let light = Palette(accent: try #require(Color("#ffd400"))).light
    #expect(light.button.text == "#ffd400" && light.buttonText == .black && light.link.text != "#ffd400")
  }

  @Test("The contrast ratio is that of WCAG")
  func ratio() throws {
    #expect(Color.white.contrast(with: .black) == 21)
    let gray = try #require(Color("#767676"))
    #expect(abs(gray.contrast(with: .white) - 4.54) < 0.005)
  }

  @Test("Only #rrggbb is a color", arguments: ["", "#fff", "fff", "#12345g", "1a4fc4", "#1a4fc4 ", "#+1a4fc", "red"])
  func refused(_ text: String) { #expect(Color(text) == nil) }

  @Test("The layouts use the backgrounds that the colors are computed for")
  func backgrounds() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for layout in ["templates/mail/layout.html", "templates/pages/layout.html"] {
      let text = try String(contentsOf: root.appending(path: layout), encoding: .utf8)
      for color in Palette.lightBackgrounds + Palette.darkBackgrounds {
        #expect(text.contains(color.text), "\(layout)")
      }
    }
  }
}
