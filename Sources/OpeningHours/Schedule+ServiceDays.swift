extension Schedule {
  /// The first and the last day with services; nil if there are none. The last is 9999-12-31 if the hours never end.
  public var serviceDays: ClosedRange<LocalDate>? {
    let (first, last) = (LocalDate.first.daysSinceEpoch, LocalDate.last.daysSinceEpoch)
    // In each range, all weeks are the same.
    let starts = [first] + Set(layers.flatMap(\.boundaries).filter { $0 > first && $0 <= last }).sorted()
    let ranges = zip(starts, starts.dropFirst() + [last + 1])
    guard let opens = ranges.lazy.compactMap({ firstServiceDay($0..<min($1, $0 + 7)) }).first,
      let closes = ranges.reversed().lazy.compactMap({ firstServiceDay((max($0, $1 - 7)..<$1).reversed()) }).first
    else { return nil }
    return opens...(closes.adding(days: 7) == nil ? .last : closes)
  }

  /// Returns the first of these days that has services.
  private func firstServiceDay(_ days: some Sequence<Int32>) -> LocalDate? {
    days.lazy.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.first { !plan(on: $0).services.isEmpty }
  }
}
