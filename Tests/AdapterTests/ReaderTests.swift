import FeedKit
import TestKit
import Testing

/// Readers of hand-written texts about times.
@Suite struct ReaderTests {
  @Test(arguments: [
    ("0:00", 0), ("8:30", 510), ("08.30", 510), ("8h30", 510), ("23:59", 1439), ("24:00", 1440), ("8am", 480), ("12am", 0), ("12 PM", 720),
    ("12:30 a.m.", 30), ("8.15 p.m", 1215), ("10:30am", 630), ("noon", 720), ("Midday", 720), ("MIDNIGHT", 0),
  ])
  func clockText(_ text: String, _ minutes: Int) { #expect(ClockText(text)?.minutes == minutes) }

  @Test(arguments: ["", "8", "24:01", "25:00", "8:60", "8:5", "13pm", "0am", "8:30:00", "8:30x", "am", "night", "-8:30", "８:30"])
  func invalidClockText(_ text: String) { #expect(ClockText(text) == nil) }

  @Test(arguments: [("8:30", false), ("12:59", false), ("13:00", true), ("0:59", true), ("8am", true), ("noon", true)])
  func certainty(_ text: String, _ isCertain: Bool) { #expect(ClockText(text)?.isCertain == isCertain) }

  @Test(arguments: [
    ("monday-friday", "0 1 2 3 4"), ("Mon – Fri", "0 1 2 3 4"), ("Sat", "5"), ("sun.", "6"), ("fri-mon", "4 5 6 0"),
    ("Thurs to Fri", "3 4"),
    ("tue through thu", "1 2 3"), ("mon-mon", "0"), ("Tuesday to Thursday", "1 2 3"), ("Satur day", "5"),
  ])
  func weekdayRange(_ text: String, _ days: String) {
    #expect(WeekdayRange(text)?.days.map { "\($0.rawValue)" }.joined(separator: " ") == days)
  }

  @Test(arguments: ["", "-", "m", "mondays", "mon, wed", "mon-wed-fri", "mon-", "daily", "montag"])
  func invalidWeekdayRange(_ text: String) { #expect(WeekdayRange(text) == nil) }

  @Test(arguments: [
    ("5/18/19-5/31/19", DateRange.Order.monthFirst, "2019-05-18", "2019-05-31"),
    ("12/24/2026 – 1/2/2027", .monthFirst, "2026-12-24", "2027-01-02"),
    ("24.12.2026 to 2.1.2027", .dayFirst, "2026-12-24", "2027-01-02"),
    ("2/29/24", .monthFirst, "2024-02-29", "2024-02-29"),
  ])
  func dateRange(_ text: String, _ order: DateRange.Order, _ first: String, _ last: String) {
    let range = DateRange(text, order)
    #expect(range?.first.description == first && range?.last.description == last)
  }

  @Test(arguments: [
    "", "5/18", "2/30/19", "13/1/19", "5/18/019", "5/31/19-5/18/19", "5/1/19-5/2/19-5/3/19", "5/18/19-", "May 18", "+5/1/19",
  ])
  func invalidDateRange(_ text: String) { #expect(DateRange(text, .monthFirst) == nil) }

  @Test(arguments: [
    ("08:00-16:00", "08:00-16:00"), ("8.30am – 5pm, 6pm - midnight", "08:30-17:00 18:00-24:00"), ("7:00 am - 8:30pm", "07:00-20:30"),
    ("18:00-2:00", "18:00-26:00"), ("10:00-23:59", "10:00-24:00"), ("CLOSED", ""), ("closed all day", ""), ("", ""),
    ("8am to noon", "08:00-12:00"), ("24 hours", "00:00-24:00"),
  ])
  func hoursText(_ text: String, _ expected: String) {
    guard case .services(let services) = HoursText(text) else { return #expect(Bool(false), "\(text) is not read") }
    #expect(services.map { "\($0.opens)-\($0.closes)" }.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    "8-5", "9:00-5:00", "8:00-25:61", "closed until noon", "Closed outside term time", "closed on bank holidays", "closed for summer",
    "closed for lunch", "closed if it rains", "by arrangement",
  ])
  func unreadableHoursText(_ text: String) { #expect(HoursText(text) == .unreadable) }

  @Test(
    arguments: [
      ("Closed", .closed), ("CLOSED.", .closed), ("Closed for lunch", .pause), ("closed for Cleaning!", .pause),
      ("Lunch: closed for lunch", .limited), ("Closed for break", .limited), ("Closed for lunch on Sundays", .limited),
      ("Closed 12/25", .limited), ("closed: holiday", .limited),
      ("Brunch - closed", .limited),
      ("Lunch (closed today)", .limited), ("Lunch: Closed", .limited), ("Lunch", nil), ("Salad bar closed", nil), ("Enclosed patio", nil),
      ("Closedown", nil), ("", nil), ("Dinner closed", .limited), ("Late Night is CLOSED", .limited), ("Geschlossen", .closed),
      ("Fermé le soir", .limited), ("Soir : fermé", .limited), ("Farm ferme", nil), ("Private Dinner", .limited),
      ("Dinner (private)", .limited),
      ("Lunch private", .limited), ("Private event", .limited), ("By invitation", .limited), ("Dinner (invitation only)", .limited),
      ("Private study rooms", nil), ("Privately owned café", nil), ("Private Dining Room", nil), ("Open invitation lunch", nil),
      ("Lunch – closed at 14:00", nil), ("Dinner at the Private Kitchen", nil), ("Abendessen geschlossen", .limited),
      ("Dinner by invitation only", .limited),
    ] as [(String, ClosureLabel?)]) func labelsOfClosures(_ label: String, _ expected: ClosureLabel?)
  {
    #expect(ClosureLabel(label) == expected)
  }

  @Test func closuresAreFoundAnywhere() {
    var generator = SeededGenerator(seed: 38)
    let parts = ["c", "l", "o", "s", "e", "d", "closed", "CLOSED", "osed", "dc", ", ", " "]
    var found = 0
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...5, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      // A part of the label begins at its beginning and after the comma.
      let expected = text.split(separator: ",").contains { $0.drop { $0 == " " }.split(separator: " ").first?.lowercased() == "closed" }
      if expected { found += 1 }
      #expect((ClosureLabel(text) != nil) == expected, "\(text)")
    }
    #expect(found > 50)
  }
}
