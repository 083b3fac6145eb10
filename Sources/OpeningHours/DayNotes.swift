/// Remarks on service days, such as why the hours of a day are unknown, sorted by date.
public struct DayNotes: Sendable, Hashable {
  /// The dates, ascending, each once.
  public private(set) var dates: [LocalDate] = []
  /// The remark on each date, in the same order.
  public private(set) var texts: [String] = []

  /// Creates an empty list.
  public init() {}

  public init(_ notes: [LocalDate: String]) {
    let sorted = notes.sorted { $0.key < $1.key }
    (dates, texts) = (sorted.map(\.key), sorted.map(\.value))
  }

  public var isEmpty: Bool { dates.isEmpty }

  /// The remark on a date; nil if there is none.
  public subscript(date: LocalDate) -> String? {
    let index = dates.partitioningIndex { $0 >= date }
    return index < dates.count && dates[index] == date ? texts[index] : nil
  }
}
