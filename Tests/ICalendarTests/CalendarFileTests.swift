@testable import ICalendar
import Testing

@Suite struct CalendarFileTests {
  private func file(_ lines: String, ending: String = "\r\n") throws(CalendarError) -> CalendarFile {
    try CalendarFile(parsing: Array("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".replacing("\n", with: ending).utf8))
  }

  private func event(_ lines: String, ending: String = "\r\n") throws -> CalendarEvent {
    let file = try file("BEGIN:VEVENT\n\(lines)\nEND:VEVENT", ending: ending)
    return try CalendarEvent(try #require(file.events.first))
  }

  @Test(arguments: ["\r\n", "\n", "\r"])
  func foldedLinesAreJoined(_ ending: String) throws {
    let event = try event("DTSTART:20260901T1\n 00000Z\nSUMMARY:A\\, b\n\tc\\nd\\;\\\\", ending: ending)
    #expect(event.summary == "A, bc\nd;\\")
    #expect(event.start == CalendarTime(wall: 1_788_256_800, clock: .utc))
  }

  @Test func lettersMayBeDividedByFolds() throws {
    var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260901T100000\r\nSUMMARY:Caf\u{E9}\r\nEND:VEVENT\r\nEND:VCALENDAR".utf8)
    let letter = try #require(bytes.firstIndex(of: 0xA9))
    bytes.insert(contentsOf: "\r\n ".utf8, at: letter)
    #expect(try CalendarEvent(try CalendarFile(parsing: bytes).events[0]).summary == "Caf\u{E9}")
  }

  @Test func longLinesAreRead() throws {
    let long = String(repeating: "0123456789", count: 1000)
    #expect(try event("DTSTART:20260901T100000\nSUMMARY:\(long)").summary == long)
  }

  @Test func parametersMayBeQuoted() throws {
    let zone = "(UTC-05:00) Eastern Time; US, Canada"
    #expect(try event("DTSTART;X-A=\"a:b;c\";TZID=\"\(zone)\":20260901T100000").start.clock == .named(zone))
    #expect(try event("DTSTART;VALUE=DATE:20260901").start.clock == .date)
    #expect(try event("dtstart:20260901").start.isDate)
  }

  @Test func addressesAreNotUnescaped() throws {
    #expect(
      try event("DTSTART:20260901T100000\nURL:https://a.example.edu/?b=1&amp;c=d\\,e").url == "https://a.example.edu/?b=1&amp;c=d\\,e")
  }

  @Test func controlCharactersAreLeftOut() throws {
    #expect(try event("DTSTART:20260901T100000\nSUMMARY:a\u{0}b\u{1B}c\u{7F}d").summary == "abcd")
  }

  @Test(arguments: [
    "", "x", "BEGIN:VEVENT\r\nEND:VEVENT", "<html></html>", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDA",
  ])
  func otherTextsAreRefused(_ text: String) {
    let error = #expect(throws: CalendarError.self) { try CalendarFile(parsing: Array(text.utf8)) }
    #expect(error?.code == .syntax)
    #expect(error?.line != nil)
  }

  @Test func componentsAreSetAsideOneByOne() throws {
    let file = try file(
      """
      BEGIN:VEVENT
      SUMMARY:not closed
      BEGIN:VALARM
      SUMMARY:alarm
      BEGIN:VEVENT
      DTSTART:20260901T100000
      SUMMARY:good
      BEGIN:VALARM
      SUMMARY:alarm
      DTSTART:20260902T100000
      END:VALARM
      END:VEVENT
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:to do
      END:VTODO
      BEGIN:VEVENT
      SUMMARY:no start
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20260901T100000
      DTSTART:20260902T100000
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20260931T100000
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20260901T250000
      END:VEVENT
      """)
    let codes = file.events.map { event -> CalendarError.Code? in
      do throws(CalendarError) {
        _ = try CalendarEvent(event)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(codes == [.syntax, nil, .missing, .value, .time, .time])
    #expect(try CalendarEvent(file.events[1]).summary == "good")
  }

  @Test func deepNestingIsLeftOut() throws {
    let depth = 10_000
    let inner = (0..<depth).map { "BEGIN:X\($0 % 50)\n" }.joined() + (0..<depth).map { "END:X\($0 % 50)\n" }.joined()
    #expect(try event("DTSTART:20260901T100000\n\(inner)SUMMARY:after").start.wall > 0)
  }

  @Test func linesWithoutPropertiesAreReported() throws {
    let event = try event("DTSTART:20260901T100000\nDESCRIPTION:one\ntwo\nthree four: five")
    #expect(event.description == "one")
    #expect(event.errors.map(\.code) == [.syntax])
  }

  @Test func listsMayBeLong() throws {
    let dates = (0..<1_200).map { "2026\(pad($0 / 28 % 12 + 1))\(pad($0 % 28 + 1))T\(pad($0 / 336 + 10))0000" }
    let event = try event("DTSTART:20260101T090000\nRRULE:FREQ=DAILY\nRDATE:\(dates.joined(separator: ","))")
    #expect(event.recurrenceError == nil)
    #expect(event.extraTimes.count == 1_200)
  }

  private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func personsAreNotRead() {
    #expect(!PropertyName.allCases.contains { ["ORGANIZER", "ATTENDEE", "CONTACT", "X-TRUMBA-CUSTOMFIELD"].contains($0.rawValue) })
  }

  @Test(arguments: [
    ("DTEND:20260901T090000", true), ("DTEND:tomorrow", true), ("DURATION:P1X", true), ("DURATION:-PT1H", true),
    ("DTEND:20260901T110000", false), ("DURATION:PT1H", false), ("X-A:b", false),
  ])
  func endsThatCannotBeReadAreReported(_ line: String, _ isReported: Bool) throws {
    let event = try event("DTSTART:20260901T100000\n\(line)")
    #expect(!event.errors.isEmpty == isReported)
  }
}
