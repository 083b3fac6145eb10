import CampusCatalog
import CatalogQuery
import OpeningHours

/// Renders the rows of entries in the tables of a page.
struct PageRenderer<Markup: PageMarkup>: Sendable {
  let markup: Markup
  let rule: StatusRule

  /// Returns the texts of an entry in the tables; nil if none of them has it.
  func draft(of entry: Entry, _ campus: PageCampus) -> PageRows.Draft? {
    switch entry.details {
    case .place(let place):
      let group = UInt8(Category.allCases.firstIndex(of: place.category) ?? 0)
      let place = PagePlace(entry, place, of: campus, by: rule)
      return PageRows.Draft(
        kind: .place, group: group, key: [group] + NameSortKey(entry).bytes,
        texts: [
          bytes(markup.today(place, of: campus)), bytes(markup.week(place, of: campus)),
          place.later.isEmpty ? [] : bytes(markup.later(place, of: campus)),
        ])
    case .event(let event):
      if event.isOver(on: campus.today) { return nil }
      let listing = EventListing(entry: entry, event: event)
      let key = event.startDate.bytes + event.endDate.bytes + NameSortKey(entry).bytes
      return PageRows.Draft(kind: .event, key: key, texts: [bytes(markup.row(listing, of: campus))])
    case .alert(let alert):
      let listing = AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: campus.instant))
      if listing.phase == .ended { return nil }
      return PageRows.Draft(kind: .alert, key: listing.sortKey, texts: [bytes(markup.row(listing, of: campus))])
    case .quote: return nil
    }
  }

  private func bytes(_ text: Markup.Text) -> [UInt8] { Array(text.description.utf8) }
}

extension NameSortKey {
  /// Bytes that sort as the keys do, except that entries with the same name are equal. (Names have no control characters.)
  fileprivate var bytes: [UInt8] { Array(folded.utf8) + [1] + Array(name.utf8) }
}

extension LocalDate {
  /// Bytes that sort as the dates do.
  fileprivate var bytes: [UInt8] { bigEndian(UInt32(bitPattern: daysSinceEpoch) ^ 1 << 31) }
}

extension AlertListing {
  /// Bytes that sort as `precedes` does, except that those with equal times are equal.
  fileprivate var sortKey: [UInt8] {
    let severity = Alert.Severity.allCases.firstIndex(of: alert.severity) ?? 0
    let first: [UInt8] = phase == .active ? [0, UInt8(Alert.Severity.allCases.count - severity)] : [1, 0]
    guard let start = alert.startsAt else { return first }
    return first + bigEndian(UInt64(bitPattern: start.secondsSinceEpoch) ^ 1 << 63) + bigEndian(UInt32(start.nanoseconds))
  }
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
