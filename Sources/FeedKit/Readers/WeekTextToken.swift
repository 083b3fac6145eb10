import OpeningHours

/// A word, time or mark in a text about a week.
enum WeekTextToken: Equatable {
  case day(Weekday)
  /// Several weekdays in one word, such as "weekdays" or "MWF".
  case days([Weekday])
  /// A time, as `FoldedText.fold` returns it.
  case time(String)
  case closed, wholeDay, open
  case dash, colon
  case separator(WeekTextItem.Separator)

  var isSeparator: Bool { if case .separator = self { true } else { false } }

  var isDays: Bool {
    switch self {
    case .day, .days: true
    default: false
    }
  }

  /// Words and phrases, the longer ones first.
  private static let phrases: [(text: String, token: WeekTextToken)] = [
    ("24 hours a day", .wholeDay), ("24 hours", .wholeDay), ("24 hrs", .wholeDay), ("24hours", .wholeDay), ("24hrs", .wholeDay),
    ("24/7", .wholeDay), ("24h", .wholeDay), ("7 days a week", .days(Weekday.allCases)), ("every day", .days(Weekday.allCases)),
    ("everyday", .days(Weekday.allCases)), ("all days", .days(Weekday.allCases)), ("daily", .days(Weekday.allCases)),
    ("weekdays", .days(Array(Weekday.allCases.prefix(5)))), ("weekday", .days(Array(Weekday.allCases.prefix(5)))),
    ("weekends", .days(Array(Weekday.allCases.suffix(2)))), ("weekend", .days(Array(Weekday.allCases.suffix(2)))),
    ("closed", .closed), ("shut", .closed), ("open", .open), ("noon", .time("noon")), ("midday", .time("midday")),
    ("midnight", .time("midnight")), ("to", .dash), ("through", .dash), ("thru", .dash), ("until", .dash), ("til", .dash),
    ("and", .separator(.and)),
  ]

  /// Returns the tokens of a text; nil if something is not understood.
  static func all(of text: String) -> [WeekTextToken]? {
    var tokens: [WeekTextToken] = []
    var rest = normalized(text)[...]
    while let first = rest.first {
      if let mark = mark(first) {
        tokens.append(mark)
        rest.removeFirst()
      } else if first == " " || "().".contains(first) {
        rest.removeFirst()
      } else if let phrase = phrases.first(where: { rest.hasPrefix($0.text) && !continues(rest.dropFirst($0.text.count)) }) {
        tokens.append(phrase.token)
        rest = rest.dropFirst(phrase.text.count)
      } else if first.isASCII, first.isNumber {
        tokens.append(.time(time(&rest)))
      } else {
        let word = rest.prefix { $0.isLetter }
        guard let days = days(word) else { return nil }
        tokens.append(days)
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }

  /// Returns a text in lower case, with one kind of dash, space and line break, and without the periods in "a.m.".
  private static func normalized(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}": plain += "\n"
      case _ where scalar.properties.isWhitespace: plain += " "
      case _ where FoldedText.isDash(scalar): plain += "-"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain.contains(".m") ? plain.replacing("a.m", with: "am").replacing("p.m", with: "pm") : plain
  }

  private static func mark(_ character: Character) -> WeekTextToken? {
    switch character {
    case ";", "|", "\n": .separator(.end)
    case ",": .separator(.comma)
    case "&", "/", "+": .separator(.and)
    case "-": .dash
    case ":": .colon
    default: nil
    }
  }

  private static func continues(_ rest: Substring) -> Bool { rest.first.map { $0.isLetter || $0.isNumber } ?? false }

  /// Reads a time such as "8", "8:30", "8.30 pm" or "8h30".
  private static func time(_ rest: inout Substring) -> String {
    var time = ""
    func isDigit(_ character: Character?) -> Bool { character.map { $0.isASCII && $0.isNumber } ?? false }
    while let next = rest.first, isDigit(next) || ":.h".contains(next) && isDigit(rest.dropFirst().first) {
      time.append(next)
      rest.removeFirst()
    }
    let half = rest.drop { $0 == " " }
    if let letters = ["am", "pm", "a", "p"].first(where: { half.hasPrefix($0) && !continues(half.dropFirst($0.count)) }) {
      time += letters
      rest = half.dropFirst(letters.count)
    }
    return time
  }

  /// Reads a weekday, or several as in course schedules ("mwf", "tth"; R is Thursday).
  private static func days(_ word: Substring) -> WeekTextToken? {
    let single = ["m": Weekday.monday, "t": .tuesday, "w": .wednesday, "f": .friday]
    if let day = single[String(word)] { return .day(day) }
    // "Sundays" are all Sundays.
    let name = word.count > 4 && word.hasSuffix("days") ? word.dropLast() : word
    if let range = WeekdayRange(String(name)) { return range.first == range.last ? .day(range.first) : nil }
    let letters: [(text: String, day: Weekday)] = [
      ("th", .thursday), ("tu", .tuesday), ("sa", .saturday), ("su", .sunday), ("m", .monday), ("t", .tuesday), ("w", .wednesday),
      ("r", .thursday), ("f", .friday),
    ]
    guard (2...8).contains(word.utf8.count) else { return nil }
    var days: [Weekday] = []
    var rest = word
    while !rest.isEmpty {
      guard let letter = letters.first(where: { rest.hasPrefix($0.text) }), days.last.map({ $0 < letter.day }) ?? true else { return nil }
      days.append(letter.day)
      rest = rest.dropFirst(letter.text.count)
    }
    return .days(days)
  }
}
