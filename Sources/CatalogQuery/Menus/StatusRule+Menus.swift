package import CampusCatalog
package import OpeningHours

extension StatusRule {
  /// Returns whether the dishes of a menu are no longer served at the moment in question: its day is over, and so is its night
  /// (`Menu.hasEnded`), which does not count if the question is about a whole day.
  ///
  /// - Parameters:
  ///   - entry: the menu.
  ///   - hours: the hours of its place; nil if unknown.
  package func hasEnded(_ entry: Entry, hours: Schedule?) -> Bool {
    guard let menu = entry.menu, menu.date < date(of: entry) else { return false }
    return kind.isPeriod || menu.hasEnded(by: instant(of: entry), in: zone(of: entry.campus), hours: hours)
  }
}
