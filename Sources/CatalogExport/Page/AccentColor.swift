import Foundation

/// The one color of a site, with the variants in which text is readable on light and dark pages.
///
///     AccentColor("#990000")
package struct AccentColor: Sendable, Hashable {
  /// A color by its red, green and blue parts, from 0 to 1.
  private struct Color: Hashable {
    let red: Double, green: Double, blue: Double

    static let white = Color(red: 1, green: 1, blue: 1)
    static let black = Color(red: 0, green: 0, blue: 0)

    /// "#0b6e5f".
    var text: String {
      "#" + [red, green, blue].map { String(Int(($0 * 255).rounded()) + 256, radix: 16).dropFirst() }.joined()
    }

    /// Returns a mixture with a share of another color.
    func mixed(_ share: Double, of other: Color) -> Color {
      func mix(_ part: Double, _ otherPart: Double) -> Double { part + (otherPart - part) * share }
      return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The relative luminance of WCAG 2.
    private var luminance: Double {
      func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast ratio of WCAG 2, from 1 to 21.
    func contrast(to other: Color) -> Double {
      let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
      return (light + 0.05) / (dark + 0.05)
    }
  }

  /// The least contrast of text (WCAG 2, level AA), with a reserve for rounding.
  private static let leastContrast = 4.6
  /// The background of dark pages.
  private static let night = Color(red: 26 / 255, green: 30 / 255, blue: 29 / 255)

  private let color: Color

  /// - Parameter text: six hexadecimal digits after "#".
  package init?(_ text: String) {
    guard text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil, let number = Int(text.dropFirst(), radix: 16) else { return nil }
    color = Color(red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
  }

  /// The color of sites that choose none.
  package static let usual = "#0b6e5f"

  /// The color, as it was chosen.
  package var text: String { color.text }

  /// The style that replaces the accent color of pages.
  package var style: String {
    let light = Self.variant(of: color, on: .white, softness: 0.1, toward: .black)
    let dark = Self.variant(of: color, on: Self.night, softness: 0.16, toward: .white)
    return """
      :root { --accent: \(light.accent.text); --accent-soft: \(light.soft.text); --on-accent: #ffffff; }
      @media screen and (prefers-color-scheme: dark) {
        :root { --accent: \(dark.accent.text); --accent-soft: \(dark.soft.text); --on-accent: #000000; }
      }

      """
  }

  /// Returns the color nearest to a color that is readable on a background and on the soft one.
  private static func variant(of color: Color, on background: Color, softness: Double, toward end: Color) -> (accent: Color, soft: Color) {
    let soft = background.mixed(softness, of: color)
    for step in 0..<20 {
      let mixed = color.mixed(Double(step) / 20, of: end)
      if [background, soft].allSatisfy({ mixed.contrast(to: $0) >= leastContrast }) { return (mixed, soft) }
    }
    return (end, soft)
  }
}
