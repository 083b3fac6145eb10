package import OpeningHours

/// Formats durations for messages.
package enum Age {
  package static func text(_ seconds: Int, in language: Language = .english) -> String {
    let (key, count) =
      switch max(0, seconds) {
      case ..<120: ("age-seconds", max(0, seconds))
      case ..<7200: ("age-minutes", seconds / 60)
      case ..<172_800: ("age-hours", seconds / 3600)
      default: ("age-days", seconds / 86_400)
      }
    return language.words.text(key, ["count": "\(count)"])
  }
}
