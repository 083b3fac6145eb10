import FeedKit
import TestKit
import Testing

/// The hours of a week in free text.
@Suite struct WeekTextTests {
  /// Returns the week as OSM text, "ambiguous" or "unreadable".
  private static func week(_ text: String) throws -> String {
    let zone = try #require(Zone("America/New_York"))
    switch WeekText(text) {
    case .week(let plan, _): return try #require(Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(plan))]).osm)
    case .ambiguous: return "ambiguous"
    case .unreadable: return "unreadable"
    }
  }

  @Test(
    "Days before hours",
    arguments: [
      ("Mon-Fri: 8am-5pm; Sat 10:00-14:00; Sun closed", "Mo-Fr 08:00-17:00; Sa 10:00-14:00"),
      ("M-Th 7:30 AM – 10 PM, F 7:30am to 6pm", "Mo-Th 07:30-22:00; Fr 07:30-18:00"),
      ("Mon - Thu 8:00 am - 5:00 pm Fri: 8am-noon Sat & Sun closed", "Mo-Th 08:00-17:00; Fr 08:00-12:00"),
      ("Monday – Friday\n8:00 a.m. – 5:00 p.m.\nSaturday\n10am–2pm", "Mo-Fr 08:00-17:00; Sa 10:00-14:00"),
      ("Monday, Tuesday & Thursday 8am-noon, 1pm-5pm\nfri/sat 9am-noon", "Mo,Tu,Th 08:00-12:00,13:00-17:00; Fr,Sa 09:00-12:00"),
      ("Mon, Wed, Fri 9am-5pm; Tue, Thu 11am-7pm", "Mo,We,Fr 09:00-17:00; Tu,Th 11:00-19:00"),
      ("MWF 7:30a-9p | TTh 6am-10pm | Sa closed", "Mo,We,Fr 07:30-21:00; Tu,Th 06:00-22:00"),
      ("Daily: 6am-2am", "06:00-26:00"), ("7 days a week, 11am - 11pm", "11:00-23:00"), ("Every day 10:00-18:00", "10:00-18:00"),
      ("Weekdays open 24 hours; weekends: closed", "Mo-Fr 00:00-24:00"), ("Mon-Fri 8am-5pm (Sat closed)", "Mo-Fr 08:00-17:00"),
      ("Mondays 10am-4pm, Thursdays noon-8pm", "Mo 10:00-16:00; Th 12:00-20:00"), ("Fri-Mon 22:00-02:00", "Mo,Fr-Su 22:00-26:00"),
      ("Sat - 10am-2pm, Sun - closed", "Sa 10:00-14:00"), ("Mon thru Fri 8am until 5pm", "Mo-Fr 08:00-17:00"),
      ("Mon-Fri 8am-5pm and Sat 10am-2pm", "Mo-Fr 08:00-17:00; Sa 10:00-14:00"),
      ("Mon 9am-noon, 1pm-5pm, Tue, Wed 9am-5pm", "Mo 09:00-12:00,13:00-17:00; Tu,We 09:00-17:00"),
    ])
  func daysFirst(_ text: String, _ week: String) throws { #expect(try Self.week(text) == week) }

  @Test(
    "Hours or a state before days",
    arguments: [
      ("Closed Sunday, Mon-Sat 10am-6pm", "Mo-Sa 10:00-18:00"), ("24 hours Mon-Thu; Fri 12am-6pm", "Mo-Th 00:00-24:00; Fr 00:00-18:00"),
      ("Mon-Fri 8am-5pm; closed Sat; Sun 10am-2pm", "Mo-Fr 08:00-17:00; Su 10:00-14:00"),
      ("Closed weekends, Mon-Fri 8am-5pm", "Mo-Fr 08:00-17:00"), ("8am-5pm Mon-Fri, 10am-2pm Sat", "Mo-Fr 08:00-17:00; Sa 10:00-14:00"),
      ("Closed Saturday and Sunday, Mon-Fri 8am-5pm", "Mo-Fr 08:00-17:00"), ("Closed Sat, Sun; Mon-Fri 8am-5pm", "Mo-Fr 08:00-17:00"),
      ("Mon-Fri 8am-5pm, closed Sat, Sun", "Mo-Fr 08:00-17:00"),
      ("Mon-Fri 8am-5pm, closed Sat, Sun 10am-2pm", "Mo-Fr 08:00-17:00; Su 10:00-14:00"),
      ("Open 24 hours Mon-Fri\nClosed weekends", "Mo-Fr 00:00-24:00"), ("8am-noon, 1pm-5pm Mon-Fri", "Mo-Fr 08:00-12:00,13:00-17:00"),
      ("Mon-Fri 8am-5pm, 10am-2pm Sat, Sun 11am-3pm", "Mo-Fr 08:00-17:00; Sa 10:00-14:00; Su 11:00-15:00"),
      ("Mon-Fri 8am-5pm, 24 hours Sat, Sun closed", "Mo-Fr 08:00-17:00; Sa 00:00-24:00"),
      ("10am-6pm daily, closed Tuesday", "Mo,We-Su 10:00-18:00"), ("24/7", "24/7"), ("Open 24/7", "24/7"), ("Closed", "off"),
      ("24 hours Mon-Thu and Fri 12am-6pm", "Mo-Th 00:00-24:00; Fr 00:00-18:00"),
      ("Mon closed Tue-Sun 10am-6pm", "Tu-Su 10:00-18:00"), ("Closed Mon Tue-Sun 10am-6pm", "Tu-Su 10:00-18:00"),
    ])
  func hoursFirst(_ text: String, _ week: String) throws { #expect(try Self.week(text) == week) }

  @Test(
    "The narrowest statement about a day decides",
    arguments: [
      ("Daily 10am-6pm; Sunday closed", "Mo-Sa 10:00-18:00"), ("24/7; Sun closed", "Mo-Sa 00:00-24:00"),
      ("Mon-Fri 8am-5pm; Fri 8am-3pm", "Mo-Th 08:00-17:00; Fr 08:00-15:00"),
      ("Fri 8am-3pm; Mon-Fri 8am-5pm", "Mo-Th 08:00-17:00; Fr 08:00-15:00"),
      ("Daily 8am-8pm, Fri 8am-4pm", "Mo-Th,Sa,Su 08:00-20:00; Fr 08:00-16:00"),
      ("Daily 10am-6pm; Mon-Fri 8am-8pm; Fri closed", "Mo-Th 08:00-20:00; Sa,Su 10:00-18:00"),
      // Equally narrow statements are added, unless they contradict each other.
      ("Mon-Fri 8am-11am; Mon-Fri 1pm-5pm", "Mo-Fr 08:00-11:00,13:00-17:00"), ("Mon-Fri 8am-5pm; Mon-Fri 8am-5pm", "Mo-Fr 08:00-17:00"),
      ("Mon-Fri 08:00-17:00; Mon-Fri closed", "Mo-Fr unknown"),
      ("Mon-Thu 8am-10pm, Thu-Sun 9am-5pm", "Mo-We 08:00-22:00; Th unknown; Fr-Su 09:00-17:00"),
      ("Sat 8am-5pm; Sat 9am-6pm", "Sa unknown"),
    ])
  func narrowest(_ text: String, _ week: String) throws { #expect(try Self.week(text) == week) }

  @Test(
    "Texts that say only when the place is closed leave the other days unknown",
    arguments: [("Closed Sunday", "Mo-Sa unknown"), ("Sat & Sun closed", "Mo-Fr unknown"), ("closed daily", "off")])
  func onlyClosed(_ text: String, _ week: String) throws { #expect(try Self.week(text) == week) }

  @Test(
    "Texts with two readings",
    arguments: [
      "Closed Sat, Sun, Mon-Fri 8am-5pm", "8am-5pm Mon, Tue, Sat 10am-2pm", "24 hours; Mon-Thu; Fri 12am-6pm",
    ])
  func ambiguous(_ text: String) throws { #expect(try Self.week(text) == "ambiguous") }

  @Test(
    "Texts that are not understood",
    arguments: [
      "", ";", "8am-5pm", "Mon-Fri", "Mon-Fri by appointment", "Mon-Fri 8am-5pm (closed for lunch)", "Mon-Fri 9-5", "Mon-Fri open",
      "Mon-Fri open; Sat closed", "Sun: -; Mon 8am-5pm", "Mon-Fri: ; Sat: 10am-2pm", "Mon-Fri:\nSat: 10am-2pm", "MTMW 8am-9am",
      "Mon-Wed-Fri 8am-5pm",
      "Mon 8am", "Mon 8am-5pm-6pm", "Mon-Fri 25:00-26:00", "Closed outside term time", "Closed on bank holidays; Mon-Fri 8am-5pm",
      "Mon-Fri 8am-5pm; closed", "Mon-Fri 8am-5pm; closed 9am-5pm", "Summer: Mon-Fri 8am-5pm", "24/7 except Sunday", "1st Monday 8am-5pm",
    ])
  func unreadable(_ text: String) throws { #expect(try Self.week(text) == "unreadable", "\(text)") }

  @Test func longTextsAreNotRead() {
    #expect(WeekText(Array(repeating: "Mon 8am-5pm", count: 200).joined(separator: ", ")) == .unreadable)
  }

  // MARK: - Random statements

  /// A statement with the words for it.
  private struct Statement {
    let days: Set<Int>
    /// The opening and closing hours; nil if the place is closed.
    let hours: Range<Int>?
    let text: String

    private static let names = ["Mon", "Tuesday", "wed", "Thu.", "FRI", "Saturday", "Sun"]

    init(_ random: inout SeededGenerator) {
      let first = Int.random(in: 0..<7, using: &random)
      let length = Int.random(in: 1...3, using: &random)
      let last = (first + length - 1) % 7
      let isDaily = Int.random(in: 0..<8, using: &random) == 0
      days = isDaily ? Set(0..<7) : Set((0..<length).map { (first + $0) % 7 })
      let range =
        length == 1
        ? Self.names[first] : "\(Self.names[first])\([" - ", "-", " to ", "–"].randomElement(using: &random) ?? "-")\(Self.names[last])"
      let opens = Int.random(in: 0..<12, using: &random)
      let choice = Int.random(in: 0..<6, using: &random)
      hours = choice == 0 ? nil : choice == 1 ? 0..<24 : opens..<opens + Int.random(in: 1...11, using: &random) + 1
      func time(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
      let state = hours.map { $0 == 0..<24 ? "24 hours" : "\(time($0.lowerBound)) - \(time($0.upperBound))" } ?? "closed"
      let name = isDaily ? "daily" : range
      text = Bool.random(using: &random) ? "\(name)\(Bool.random(using: &random) ? ":" : "") \(state)" : "\(state) \(name)"
    }
  }

  /// Returns the hours of a day, as a plain reading of the statements finds them.
  private static func expected(_ statements: [Statement], on day: Int) -> String {
    if statements.allSatisfy({ $0.hours == nil }), !statements.contains(where: { $0.days.contains(day) }) { return "unknown" }
    let about = statements.filter { $0.days.contains(day) }
    let narrowest = about.filter { one in !about.contains { $0.days.isStrictSubset(of: one.days) } }
    let different = Set(narrowest.map(\.hours))
    if different.isEmpty || different == [nil] { return "closed" }
    let open = different.compactMap { $0 }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    if different.contains(nil) || zip(open, open.dropFirst()).contains(where: { $0.overlaps($1) }) { return "unknown" }
    return open.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
  }

  @Test func randomStatements() {
    for seed in Budget.seeds(200) {
      var random = SeededGenerator(seed: seed)
      var statements = (0..<Int.random(in: 1...5, using: &random)).map { _ in Statement(&random) }
      for _ in 0..<2 {
        let separator = ["; ", "\n", " | ", ";"].randomElement(using: &random) ?? ";"
        let text = statements.map(\.text).joined(separator: separator)
        guard case .week(let plan, _) = WeekText(text) else {
          Issue.record("seed \(seed): \(text) is \(WeekText(text))")
          continue
        }
        let found = Weekday.allCases.map { day in
          switch plan[day] {
          case .unknown: "unknown"
          case .services(let services) where services.isEmpty: "closed"
          case .services(let services):
            services.map { "\(Int($0.opens.minutes) / 60)-\(Int($0.closes.minutes) / 60)" }.joined(separator: " ")
          }
        }
        #expect(found == (0..<7).map { Self.expected(statements, on: $0) }, "seed \(seed): \(text)")
        // The order of the statements does not matter.
        statements.shuffle(using: &random)
      }
    }
  }
}
