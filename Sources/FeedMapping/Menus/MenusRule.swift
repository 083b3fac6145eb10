import FeedKit

/// The rules for menus, with which a mapping reads the dishes of its places, or nothing but dishes.
///
///     {"each": ["/days", "/meals"], "date": {"outer": "/date"}, "meal": {"name": "/name", "kind": "lunch"},
///      "dishes": {"each": "/items", "name": "/title", "labels": "/icons", "prices": {"amount": "/price"}},
///      "codes": {"VG": "vegan", "W": "gluten: wheat"}, "currency": "EUR"}
struct MenusRule: Sendable {
  /// The key of the place; nil for the place that the record itself is.
  private let place: KeyRule?
  /// Whether the key of the place is a part of the address.
  let isPlaceInAddress: Bool
  /// The location of the menus in a record, for each shape that replies have had.
  private let shapes: [RowsPath]
  private let drop: Conditions
  private let date: DateRule
  private let meal: MealRule?
  private let dishes: [DishesRule]
  /// What labels mean, unless the registry entry of a feed says otherwise.
  let codes: CodeTable

  /// A menu that was read.
  struct Found {
    let place: String?
    let date: LocalDate
    let meal: Meal
    let sections: [MenuSection]
  }

  /// The keys that no other rule has.
  static let keys: [StaticString] = ["place", "date", "meal", "dishes", "codes", "currency", "decimal"]

  /// - Parameter isOfPlaces: whether each record is a place, to which its menus belong.
  init(reading value: JSONValue, isOfPlaces: Bool) throws(JSONFieldError) {
    guard value.isObject else {
      throw value.fault(.type, "expected an object with the \"date\" and the \"dishes\", found \(value.kind)")
    }
    try value.expectNone(of: DishesRule.keys, in: "\"dishes\"")
    try value.expectNone(of: ["paging", "records", "skip", "entries", "request"], in: "the mapping, beside \"menus\"")
    try value.expectOnly(["place", "each", "drop", "date", "meal", "dishes", "codes", "currency", "decimal"])
    if isOfPlaces {
      if let place = value["place"] {
        throw place.fault(
          .value, "the records are places, to which their menus belong; for a feed of only menus, write \"entries\": \"menu\"")
      }
      place = nil
    } else {
      guard value["place"] != nil else {
        throw value.fault(
          .missing,
          "\"place\" is missing: the feed's key of the place, such as {\"outer\": \"/canteen\"}, a part of the address, or a text of your own"
        )
      }
      place = try value.required("place", KeyRule.init(reading:))
    }
    if let place = value["place"] {
      isPlaceInAddress = Mapping.firstRule("address", in: place) != nil
    } else {
      isPlaceInAddress = false
    }
    if let alternatives = value["each"]?["first"] {
      try value["each"]?.expectOnly(["first"])
      shapes = try alternatives.asList { (shape) throws(JSONFieldError) in try RowsPath(reading: shape) }
    } else {
      shapes = [try value.optional("each", RowsPath.init(reading:)) ?? .record]
    }
    drop = try Conditions(reading: value["drop"])
    date = try value.required("date", DateRule.init(reading:))
    meal = try value.optional("meal", MealRule.init(reading:))
    codes = try value.optional("codes", CodeTable.init(reading:)) ?? CodeTable()
    let currency = try value.parsed("currency", "a code of ISO 4217 such as \"EUR\"") { Price.isCurrency($0) ? $0 : nil }
    let decimal: Character? = try value.parsed("decimal", "\".\" or \",\"") { [".", ","].contains($0) ? $0.first : nil }
    dishes = try value.required("dishes") { (dishes) throws(JSONFieldError) in
      try dishes.asList { (rule) throws(JSONFieldError) in try DishesRule(reading: rule, currency: currency, decimal: decimal) }
    }
  }

  /// Whether dishes have labels.
  var hasLabels: Bool { dishes.contains(where: \.hasLabels) }

  /// Calls a function for each menu of a record.
  ///
  /// - Parameter fail: called for each menu whose place or date cannot be read, with its number of dishes.
  /// - Returns: whether there is a list of menus.
  func forEach(
    in scope: borrowing Scope, _ zone: Zone, _ codes: CodeTable, _ notes: inout RecordNotes, _ body: (Found) -> Void,
    failing fail: (JSONFieldError, Int) -> Void
  ) throws(JSONFieldError) -> Bool {
    var failures = 0
    func read(_ row: borrowing Scope) throws(JSONFieldError) {
      let closed = meal?.closedName(in: row, &notes)
      if closed != nil || drop.hold(in: row) {
        let count = try notes.discarding { (notes) throws(JSONFieldError) in
          self.sections(in: row, codes, &notes).reduce(0) { $0 + $1.dishes.count }
        }
        if count > 0 {
          let reason = closed.map { ": \"\($0.prefix(60))\" is closed or private" } ?? " by a rule of the feed, such as of closed meals"
          notes.add(.menuSkipped, at: row.value.pointer, "\(count.counted("dish", "dishes")) left out\(reason)")
        }
        return
      }
      try notes.checkFaults(of: row, others: failures)
      if let fault = Self.fault(ofMenu: row.value) {
        failures += 1
        return fail(fault, 0)
      }
      let sections = sections(in: row, codes, &notes)
      let count = sections.reduce(0) { $0 + $1.dishes.count }
      if count == 0 { return }
      do throws(JSONFieldError) {
        let key = try place?.key(in: row, &notes)
        if key == nil, place != nil {
          let address = isPlaceInAddress ? row.context.address.map { ": its key is not in the address \($0.prefix(200))" } : nil
          throw row.value.fault(.missing, "the menu has no place\(address ?? "")")
        }
        guard let date = try date.date(in: row, zone, &notes) else { throw row.value.fault(.missing, "the menu has no date") }
        let meal = try meal?.meal(on: date, in: row, zone, &notes) ?? Meal(kind: .other)
        body(Found(place: key, date: date, meal: meal, sections: sections))
      } catch {
        failures += 1
        fail(error, count)
      }
    }
    for shape in shapes {
      if try shape.forEach(in: scope, maximum: .max, failing: { fail($0, 0) }, read) { return true }
    }
    return false
  }

  /// Returns why a row is not a menu: it is a text or a number.
  private static func fault(ofMenu row: JSONValue) -> JSONFieldError? {
    guard !row.isObject, !row.isArray, !row.isNull, row.bool != false, row.string?.isEmpty != true else { return nil }
    return row.fault(.type, "expected a menu, found \(row.kind)")
  }

  /// Returns the dishes of a menu by the name of their section, in the order in which the names come first.
  private func sections(in scope: borrowing Scope, _ codes: CodeTable, _ notes: inout RecordNotes) -> [MenuSection] {
    var sections: [MenuSection] = []
    for rule in dishes {
      var indices: [String?: Int] = [:]
      rule.forEach(in: scope, codes, &notes) { name, dish in
        if let index = indices[name] { return sections[index].dishes.append(dish) }
        indices[name] = sections.count
        sections.append(MenuSection(name: name, dishes: [dish]))
      }
    }
    return sections
  }
}

/// The rules for the meal of a menu: its name, kind and times.
struct MealRule: Sendable {
  private enum KindRule: Sendable {
    case text(TextRule)
    case words(MealWords)
  }

  private let name: TextRule?
  private let kind: KindRule?
  private let from: ClockRule?
  private let to: ClockRule?
  private let isOn24Hours: Bool

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else {
      throw value.fault(.type, "expected an object such as {\"name\": \"/meal\", \"kind\": \"lunch\"}, found \(value.kind)")
    }
    try value.expectOnly(["name", "kind", "from", "to", "clock"])
    name = try value.optionalRule("name")
    kind = try value.optional("kind") { (rule) throws(JSONFieldError) in
      let allowed = TextRule.Allowed(Meal.Kind.self)
      // A kind without {"text": …} is just as clear, and is never a JSON Pointer.
      if let text = rule.string, allowed.contains(text) { return .text(.constant(text)) }
      if rule["words"] != nil { return .words(try MealWords(reading: rule)) }
      return .text(try TextRule(reading: rule, results: allowed))
    }
    from = try value.optional("from", ClockRule.init(reading:))
    to = try value.optional("to", ClockRule.init(reading:))
    isOn24Hours = try value.parsed("clock", "\"24-hour\"") { $0 == "24-hour" ? true : nil } ?? false
  }

  /// Returns the name of a meal that is closed or private; nil for others.
  func closedName(in scope: borrowing Scope, _ notes: inout RecordNotes) -> String? {
    let name = try? notes.discarding { (notes) throws(JSONFieldError) in try self.name?.line(in: scope, &notes) }
    return name.flatMap { ClosureLabel($0) == nil ? nil : $0 }
  }

  /// Returns the meal of a service day. A value that cannot be read is absent, with a note.
  func meal(
    on date: LocalDate, in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Meal {
    let name = notes.tolerating(nil) { (notes) throws(JSONFieldError) in try self.name?.line(in: scope, &notes) }
    let kind = notes.tolerating(nil) { (notes) throws(JSONFieldError) -> Meal.Kind? in
      switch self.kind {
      case .text(let rule): try rule.text(in: scope, &notes).flatMap { Meal.Kind(rawValue: $0) }
      case .words(let table): try table.kind(in: scope, &notes)
      case nil: nil
      }
    }
    func time(_ rule: ClockRule?) -> StatedTime? {
      notes.tolerating(nil) { (notes) throws(JSONFieldError) in
        try rule?.time(in: scope, zone, isOn24Hours: isOn24Hours, &notes)
      }
    }
    let known = kind ?? .other
    let (start, end) = (time(from), time(to))
    var problem: String?
    if let other = Self.otherDate(start, end, than: date) {
      problem = "a meal of \(other) in the menu of \(date)"
    } else {
      let opens = start.flatMap { LocalTime(minutes: Self.minutes($0, date)) }
      let closes = end.flatMap { LocalTime(minutes: Self.end($0, date, after: opens, known)) }
      let meal = Meal(name: name, kind: known, from: opens, to: closes)
      if (meal.from == nil) == (start == nil), (meal.to == nil) == (end == nil) { return meal }
    }
    let times = [start, end].map { $0.flatMap { LocalTime(minutes: $0.second / 60)?.description } ?? "?" }
    let reason = problem ?? "a meal from \(times[0]) to \(times[1])"
    notes.add(ReasonCode(FieldError.Code.time), at: scope.value.pointer, "\(reason); its times are left out")
    return Meal(name: name, kind: known)
  }

  /// Until this minute of a day, a meal may be one of the night before.
  private static let lastOfNight = 6 * 60

  /// Returns the date of a time that is not of a service day; nil if there is none. A meal may begin after midnight, and end on the next day.
  private static func otherDate(_ start: StatedTime?, _ end: StatedTime?, than date: LocalDate) -> LocalDate? {
    if let other = start?.date, other != date, other != date.adding(days: 1) || (start?.second ?? 0) / 60 > lastOfNight { return other }
    if let other = end?.date, other != date, other != date.adding(days: 1) { return other }
    return nil
  }

  /// Returns the number of minutes from the beginning of a service day.
  private static func minutes(_ time: StatedTime, _ date: LocalDate) -> Int {
    time.second / 60 + Int((time.date ?? date).daysSinceEpoch - date.daysSinceEpoch) * 1440
  }

  /// Returns the same for the end of a meal: one without a date that is not after the beginning, or is by 06:00 without one, is on the next day.
  private static func end(_ time: StatedTime, _ date: LocalDate, after opens: LocalTime?, _ kind: Meal.Kind) -> Int {
    let minutes = minutes(time, date)
    guard time.date == nil || opens == nil else { return minutes }
    if let opens { return opens.minutes >= 1440 && minutes <= Int(opens.minutes) ? minutes + 1440 : minutes }
    return minutes <= lastOfNight && kind != .breakfast ? minutes + 1440 : minutes
  }
}

extension RecordNotes {
  /// Throws if too many values of a record cannot be read: to find where such a value is takes time in proportion to the record.
  ///
  /// - Parameter others: the number of those that have no note.
  mutating func checkFaults(of row: borrowing Scope, others: Int = 0) throws(JSONFieldError) {
    try checkTime(before: 1)
    let most = max(Self.fewFaults, Self.workForFaults / max(1, row.record.wordCount))
    guard count + others < most else { throw JSONFieldError(.value, at: "", "more than \(most) values cannot be read") }
  }

  private static let fewFaults = 1000
  /// The number of words of a record that may be searched, in about a second.
  private static let workForFaults = 1 << 29

  /// Returns what a function reads. If it throws, adds a note and returns another value.
  mutating func tolerating<Value>(
    _ other: Value, _ read: (inout RecordNotes) throws(JSONFieldError) -> Value
  ) -> Value {
    do throws(JSONFieldError) { return try read(&self) } catch {
      add(ReasonCode(error.code), at: error.pointer, "\(error.message); left out")
      return other
    }
  }
}
