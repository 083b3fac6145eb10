import FeedKit

/// The times and dates in the lists of a raw record, of which only a part is in the hours that were read.
///
/// Adapters are code, mappings or programs, so a comparison finds the values they read. Values belong together if their pointers differ only
/// in indices, weekdays and dates: `/weeks/0/Monday/open` and `/weeks/1/Friday/open`.
struct UnreadTimes {
  private struct Group {
    var count = 0
    var read = 0
    /// The first value that is not in the hours.
    var unread: (pointer: String, text: String)?

    /// A row may be skipped, as for a closed day.
    var isPartial: Bool { read > 0 && (count - read) * 3 >= count }
  }

  private var groups: [[String]: Group] = [:]

  init(in record: JSONTree, of hours: Schedule) {
    guard let read = Values(hours) else { return }
    for (path, value) in record.leaves {
      guard let text = value.string, text.utf8.count <= Length.form, !text.allSatisfy(\.isNumber),
        !KeyHint.recordKeeping.matches(path.last ?? ""),
        let isRead = read.contains(text, hours.zone)
      else { continue }
      let steps = path.map { Int($0) != nil || HoursProposal.weekday($0) != nil || LocalDate($0) != nil ? "" : $0 }
      var group = groups[steps] ?? Group()
      group.count += 1
      if isRead { group.read += 1 }
      if !isRead, group.unread == nil { group.unread = (path.map { "/\(JSONPointer.escape($0))" }.joined(), text) }
      groups[steps] = group
    }
    groups = groups.filter { $0.value.count > 1 }
  }

  /// Returns a value that is not in the hours, of a list of which most records have another part there; nil if there is none.
  static func common(_ records: [UnreadTimes]) -> (pointer: String, example: String)? {
    for path in Set(records.flatMap(\.groups.keys)).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let groups = records.compactMap { $0.groups[path] }
      let partial = groups.filter(\.isPartial)
      // Values of other things are equal to a time of the hours only by chance.
      guard groups.count(where: { $0.read > 0 }).isAtLeast(.most, of: groups.count), partial.count.isAtLeast(.half, of: groups.count),
        let unread = partial.first?.unread
      else { continue }
      return (unread.pointer, "\"\(unread.text)\"")
    }
    return nil
  }

  /// The times of day and the dates in hours.
  private struct Values {
    private var minutes: Set<Int> = [0]
    private var dates: Set<LocalDate> = []

    /// Returns nil if there are no hours, or all times are in them.
    init?(_ hours: Schedule) {
      for layer in hours.layers {
        for date in [layer.from, layer.to].compactMap({ $0 }) { dates.insert(date) }
        switch layer.rule {
        case .always: return nil
        case .week(let week): add(week.days.services)
        case .days(let days):
          add(days.plans.services)
          // Openings may end on the next day.
          dates.formUnion(days.dates + days.dates.compactMap { $0.adding(days: 1) })
        }
      }
      if minutes.count == 1 && dates.isEmpty { return nil }
    }

    private mutating func add(_ services: some Sequence<Service>) {
      for service in services { minutes.formUnion([service.opens, service.closes].map { Int($0.minutes) % 1440 }) }
    }

    /// Returns whether a text is a time or a date of the hours; nil if it is neither a time nor a date.
    func contains(_ text: String, _ zone: Zone) -> Bool? {
      if let date = LocalDate(text) ?? LocalDateTime(text).map({ $0.statedDate(in: zone) }) {
        return dates.isEmpty ? nil : dates.contains(date)
      }
      guard let minute = ClockTime(text).map({ Int($0.seconds) / 60 }) ?? ClockText(text)?.minutes else { return nil }
      return minutes.contains(minute == 1439 ? 0 : minute % 1440)
    }
  }
}
