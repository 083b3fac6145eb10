import OpeningHours

extension HTML {
  /// Returns a moment on the clock of a zone, with its form for programs.
  static func time(_ instant: Instant, in zone: Zone?, _ style: RegionalStyle) -> HTML {
    let whole = Instant(secondsSinceEpoch: instant.secondsSinceEpoch) ?? instant
    return "<time datetime=\"\(zone?.text(whole) ?? whole.description)\">\(style.text(instant, in: zone))</time>"
  }

  /// Returns a date with its form for programs.
  ///
  /// - Parameter text: the date for people.
  static func time(_ date: LocalDate, _ text: String) -> HTML {
    "<time datetime=\"\(date.description)\">\(text)</time>"
  }
}
