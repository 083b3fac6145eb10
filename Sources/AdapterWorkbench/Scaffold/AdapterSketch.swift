import FeedKit
import FeedMapping

/// What a proposed mapping says, in the form that source code is written from.
///
/// Rules for which there is no code are listed in `leftOut`, so that the author of the adapter knows what is missing.
struct AdapterSketch {
  enum Text {
    /// The first of these pointers that has a value.
    case at(String)
    case html(String)
    case constant(String)
    /// The key of the record in the object of the records.
    case key
    case slug([String])
    /// Several in one, without those that are absent.
    indirect case join([Text], with: String)
    case table([(key: String, value: String)], of: String, otherwise: String?)
    case words([(result: String, words: [String])], of: String, otherwise: String?)
  }

  enum List {
    case texts(String)
    case objects(each: String, take: String)
  }

  enum Position {
    case members(latitude: String, longitude: String)
    case pair(String, isLatitudeFirst: Bool)
  }

  enum Clock {
    case text(String)
    case fields(hours: String, minutes: String?)
  }

  /// Where the times of a row, or of the services in it, are.
  struct Times {
    let services: String?
    let opens: Clock
    let closes: Clock
    let label: String?
    let closedLabels: [String]

    /// Whether hours and minutes are in members of their own.
    var hasFields: Bool { if case .fields = opens { true } else { false } }
  }

  enum Hours {
    /// Rows for weekdays; `monday` is its number in feeds with numbers.
    case week(each: String, day: String, lastDay: String?, monday: Int?, Times)
    /// A text for each weekday, from Monday; nil if there is none.
    case texts([String?])
    case dates(each: String, date: String?, Times)
  }

  private(set) var levels: [String] = []
  let isCSV: Bool
  private(set) var id = Text.key
  private(set) var name = Text.key
  private(set) var category = Text.constant("other")
  /// The other texts by field, such as "location.address".
  private(set) var texts: [(field: String, text: Text)] = []
  private(set) var onCampus: String?
  private(set) var position: Position?
  private(set) var lists: [(field: String, list: List)] = []
  private(set) var links: [(rel: String, pointer: String)] = []
  private(set) var images: [(role: String, pointer: String)] = []
  private(set) var hours: Hours?
  /// Whether a place is open around the clock: the pointer of a member that is true or false.
  private(set) var always: String?
  /// Whether times without am or pm are on the 24-hour clock.
  private(set) var isOn24Hours = false
  /// The address against which relative links are resolved.
  private(set) var base: String?
  /// The rules that are not written as code.
  private(set) var leftOut: [String] = []

  init(_ proposal: MappingProposal) {
    isCSV = proposal.isCSV
    for guess in proposal.guesses {
      guard let rule = JSONTree(parsing: Array(guess.rule.utf8)) else { continue }
      if !read(rule, of: guess.field) { leftOut.append(guess.field) }
    }
  }

  /// Returns whether a rule is understood.
  private mutating func read(_ rule: JSONTree, of field: String) -> Bool {
    switch field {
    case "records":
      levels = rule.string.map { [$0] } ?? rule.strings
      return !levels.isEmpty
    case "base": base = rule.string
    case "id":
      guard let text = Self.text(rule) else { return false }
      id = text
    case "name":
      guard let text = Self.text(rule) else { return false }
      name = text
    case "category":
      if !rule.elements.isEmpty { return readCategories(rule.elements) }
      if let constant = rule.string {
        category = .constant(constant)
      } else if let text = Self.text(rule) {
        category = text
      } else {
        return false
      }
    case "tags", "labels":
      if let pointer = rule.string {
        lists.append((field, .texts(pointer)))
      } else if let each = rule["each"]?.string, let take = rule["take"]?.string {
        lists.append((field, .objects(each: each, take: take)))
      } else {
        return false
      }
    case "links": for item in rule.elements { if let href = item["href"]?.string { links.append((item["rel"]?.string ?? "", href)) } }
    case "images": for item in rule.elements { if let href = item["href"]?.string { images.append((item["role"]?.string ?? "", href)) } }
    case "location.coordinate":
      if let latitude = rule["latitude"]?.string, let longitude = rule["longitude"]?.string {
        position = .members(latitude: latitude, longitude: longitude)
      } else if let pair = rule["pair"]?.string {
        position = .pair(pair, isLatitudeFirst: rule["order"]?.string == "latitude-longitude")
      } else {
        return false
      }
    case "location.onCampus":
      guard let pointer = rule.string else { return false }
      onCampus = pointer
    case "hours": return readHours(rule)
    case "categoryLabel", "description", "notice", "location.address", "location.building", "location.abbreviation", "location.region",
      "contact.phone", "contact.email":
      guard let text = Self.text(rule) else { return false }
      texts.append((field, text))
    default: return false
    }
    return true
  }

  /// Reads a table of the feed's categories and, after it, words of names. Code is written for the table only.
  private mutating func readCategories(_ rules: [JSONTree]) -> Bool {
    guard case .table(let table, let pointer, nil)? = rules.first.flatMap(Self.text) else { return false }
    category = .table(table, of: pointer, otherwise: rules.last?["else"]?.string)
    leftOut.append("category by words of names")
    return true
  }

  private static func text(_ rule: JSONTree) -> Text? {
    if let pointer = rule.string { return .at(pointer) }
    if let html = rule["html"] { return html.string.map { .html($0) } ?? html["html"]?.string.map { .html($0) } }
    if let join = rule["join"] {
      let texts = join.elements.compactMap(text)
      return texts.count == join.elements.count ? .join(texts, with: rule["with"]?.string ?? " ") : nil
    }
    if let constant = rule["text"]?.string { return .constant(constant) }
    if rule["key"] != nil { return .key }
    if let pointers = rule["slug"]?.strings, !pointers.isEmpty { return .slug(pointers) }
    guard let pointer = rule["of"]?.string else { return nil }
    let otherwise = rule["else"]?.string
    if let table = rule["table"] {
      return .table(table.members.compactMap { key, value in value.string.map { (key, $0) } }, of: pointer, otherwise: otherwise)
    }
    if let words = rule["words"] {
      return .words(words.members.map { ($0.key, $0.value.string.map { [$0] } ?? $0.value.strings) }, of: pointer, otherwise: otherwise)
    }
    return nil
  }
}

// MARK: - Hours

extension AdapterSketch {
  /// Reads the rule for the usual hours. Returns whether there is nothing else.
  private mutating func readHours(_ rule: JSONTree) -> Bool {
    isOn24Hours = rule["clock"]?.string == "24-hour"
    if let week = rule["week"] { hours = Self.week(week) } else if let dates = rule["dates"] { hours = Self.dates(dates) }
    if rule["always"]?.members.count == 1 { always = rule["always"]?["at"]?.string }
    let read = ["clock"] + (hours == nil ? [] : [rule["week"] != nil ? "week" : "dates"]) + (always == nil ? [] : ["always"])
    leftOut += rule.members.map(\.key).filter { !read.contains($0) }.map { "hours.\($0)" }
    for (part, keys) in [("week", ["always", "continuous"]), ("dates", ["closed", "unknown", "always"])] {
      leftOut += keys.filter { rule[part]?[$0] != nil }.map { "hours.\(part).\($0)" }
    }
    return hours != nil
  }

  private static func week(_ rule: JSONTree) -> Hours? {
    if let each = rule["each"]?.string {
      guard rule["from"] == nil, let day = rule["day"], let times = times(rule), let pointer = day.string ?? day["at"]?.string else {
        return nil
      }
      // The one number that is stated, and the weekday that it means.
      let stated = day["numbers"]?.members.first
      let monday = stated.flatMap { number, name in
        name.string.flatMap { Self.weekday($0) }.flatMap { day in Int(number).map { $0 - day.rawValue } }
      }
      let last = rule["lastDay"].flatMap { $0.string ?? $0["at"]?.string }
      return .week(each: each, day: pointer, lastDay: last, monday: monday, times)
    }
    if let list = rule["list"]?.string, let first = rule["first"]?.string.flatMap(Self.weekday) {
      return .texts((0..<7).map { "\(list)/\(($0 - first.rawValue + 7) % 7)" })
    }
    let days = Weekday.allCases.map { rule["\($0)"]?.string }
    return days.contains { $0 != nil } ? .texts(days) : nil
  }

  private static func weekday(_ name: String) -> Weekday? { Weekday.allCases.first { "\($0)" == name } }

  private static func dates(_ rule: JSONTree) -> Hours? {
    guard let each = rule["each"]?.string, let times = times(rule) else { return nil }
    if let date = rule["date"] {
      guard let pointer = date.string else { return nil }
      return .dates(each: each, date: pointer, times)
    }
    return .dates(each: each, date: nil, times)
  }

  private static func times(_ rule: JSONTree) -> Times? {
    guard let opens = rule["opens"].flatMap(clock), let closes = rule["closes"].flatMap(clock) else { return nil }
    let skip = rule["skip"]
    let label = rule["label"]?.string
    guard skip == nil || skip?["at"]?.string == label else { return nil }
    return Times(
      services: rule["services"]?.string, opens: opens, closes: closes, label: label,
      closedLabels: skip?["is"]?.strings ?? skip?["is"]?.string.map { [$0] } ?? [])
  }

  private static func clock(_ rule: JSONTree) -> Clock? {
    if let pointer = rule.string { return .text(pointer) }
    return rule["hours"]?.string.map { .fields(hours: $0, minutes: rule["minutes"]?.string) }
  }
}

extension JSONTree {
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
  var strings: [String] { elements.compactMap(\.string) }
  var members: [(key: String, value: JSONTree)] { if case .object(let members) = self { members } else { [] } }
  subscript(key: String) -> JSONTree? { members.first { $0.key == key }?.value }
}
