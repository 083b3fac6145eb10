public import FeedKit

/// Finds the raw values of a record from which the values of an entry may come.
///
/// Adapters are code, mappings or programs, so the origin of a value is found by comparison: a value of the entry comes from the raw values
/// that are equal to it, and a text without an equal one from those that contain it, or that it contains.
public struct RawValues: Sendable {
  /// A value of an entry, and where it may come from.
  public struct Origin: Sendable, Hashable {
    /// The path of the value in the entry's JSON, such as "location.building".
    public let field: String
    /// The value as JSON text.
    public let value: String
    /// The pointers in the record, with the raw values as JSON text; empty if no raw value is like this one.
    public let raw: [Raw]
  }

  public struct Raw: Sendable, Hashable {
    public let pointer: String
    public let json: String
  }

  public let origins: [Origin]
  /// The raw values that no value of the entry seems to come from.
  public let unused: [Raw]

  /// - Parameters:
  ///   - entry: the entry.
  ///   - values: the raw values of its record, as `AdapterTrial.values` returns them.
  ///   - codes: what the labels of the feed's dishes mean; nil if it is not known.
  public init(of entry: Entry, from values: [(pointer: String, json: String)], codes: CodeTable? = nil) {
    let raws = values.map { Raw(pointer: $0.pointer, json: $0.json) }
    let words = values.map { Self.plain($0.json) }
    var writer = JSONWriter()
    entry.write(to: &writer)
    let all = JSONTree(parsing: writer.bytes)?.leaves ?? []
    let leaves = all.filter { !Self.left.contains($0.path.first ?? "") }
    let hours = Set(all.filter { $0.path.first == "hours" }.map { Self.plain($0.value.text) })
    let keys = Set(entry.sources.map { $0.record.lowercased() })
    var used = Set(raws.indices.filter { keys.contains(words[$0]) })
    origins = leaves.map { path, value in
      let (field, json) = (path.joined(separator: "."), value.text)
      let text = Self.plain(json)
      let isFlag = json == "true" || json == "false"
      let equal = raws.indices.filter {
        // A truth value is equal to many others.
        !text.isEmpty && Self.isEqual(text, words[$0])
          && (!isFlag || Self.letters(raws[$0].pointer).contains(Self.letters(path.last ?? "")))
      }
      // The purpose of a link or a picture is not in the reply.
      let isConstant = isFlag || field.hasSuffix(".rel") || field.hasSuffix(".role")
      let found = equal.isEmpty && !isConstant ? raws.indices.filter { Self.contains(text, words[$0]) } : equal
      used.formUnion(found)
      return Origin(field: field, value: json, raw: found.prefix(3).map { raws[$0] })
    }
    // A label that became a diet or an allergen is read.
    if let codes, entry.kind == .menu {
      used.formUnion(
        values.indices.filter { index in
          JSONTree(parsing: Array("[\(values[index].json)]".utf8))?.elements?.first?.string.map(codes.explains) ?? false
        })
    }
    // Hours are not compared value by value: times, weekdays, dates and labels count as read if the entry has hours.
    let hasHours = entry.hours.map { !$0.layers.isEmpty } ?? false
    unused = raws.indices.filter {
      !used.contains($0) && !words[$0].isEmpty && !(hasHours && (Self.isAboutTime(words[$0]) || hours.contains(words[$0])))
    }
    .map { raws[$0] }
  }

  private static let left: Set<String> = ["id", "kind", "campus", "hours", "sources"]

  /// Returns the text of a scalar in lower case, without HTML, quotation marks and repeated spaces.
  private static func plain(_ json: String) -> String {
    guard let value = JSONTree(parsing: Array("[\(json)]".utf8))?.elements?.first else { return "" }
    var removed = 0
    let text = value.string.map { PlainText.html($0, removedMarks: &removed) ?? "" } ?? (json == "null" ? "" : json)
    return text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  private static func isAboutTime(_ text: String) -> Bool {
    if ClockText(text) != nil || WeekdayRange(text) != nil || LocalDate(text) != nil || LocalDateTime(text.uppercased()) != nil {
      return true
    }
    if case .services = HoursText(text) { return true }
    return false
  }

  private static func isEqual(_ text: String, _ raw: String) -> Bool {
    if text == raw { return true }
    guard let left = Double(text), let right = Double(raw) ?? DegreesText.number(raw) else { return false }
    return left == right
  }

  /// Returns whether one of two texts contains the other.
  private static func contains(_ text: String, _ raw: String) -> Bool {
    if Double(text) != nil, Double(raw) != nil { return false }
    // A short text would be found everywhere.
    return raw.utf8.count >= 4 && text.contains(raw) || text.utf8.count >= 4 && raw.contains(text)
  }
}
