import OpeningHours
import Testing

/// OSM `opening_hours` text in.
@Suite struct OSMReadingTests {
  private func read(_ text: String) throws -> Schedule {
    let zone = try #require(Zone("Europe/London"))
    return try Schedule(osm: text, zone: zone)
  }

  @Test(
    "Text that a schedule writes reads back as written",
    arguments: [
      "24/7", "off", "Mo-Fr 08:00-17:00", "Mo-Fr 07:00-10:00,11:00-14:00; Sa,Su 09:00-13:00",
      "Mo-Sa 18:00-26:00, Su 06:00-30:00",
      "unknown; 2026 Nov 21-25 07:00-20:00; 2026 Nov 26 off", "08:00-17:00; 2026 Dec 24-2027 Jan 02 off",
      "08:00-17:00; 2027 Jan 11-2027 Dec 31 09:00-15:00; 2028+ 09:00-15:00", "08:00-17:00; 2027+ 09:00-15:00",
      "08:00-17:00; 2026 Dec 24 off; 2026 Dec 25 unknown", "unknown; 2026 Sep 01-2026 Dec 31 00:00-24:00; 2027+ 00:00-24:00",
    ])
  func roundTrip(_ text: String) throws {
    let schedule = try read(text)
    #expect(schedule.osm == text)
    #expect(schedule.canonical == schedule)
  }

  @Test("Different spellings of the same hours")
  func variants() throws {
    #expect(try read("Mo-Fr 8:00-17:00;Sa off \"by appointment\"") == read("Mo-Fr 08:00-17:00"))
    #expect(try read("Fr-Mo 22:00-02:00") == read("Mo,Fr,Sa,Su 22:00-26:00"))
    #expect(try read("Mo-Su 00:00-24:00") == read("24/7"))
    #expect(try read("08:00-17:00; 2026 Nov 23-Dec 18 off") == read("08:00-17:00; 2026 Nov 23-2026 Dec 18 off"))
    #expect(try read("unknown; 2026 Nov 30+ off") == read("unknown; 2026 Nov 30-2026 Dec 31 off; 2027+ off"))
    #expect(try read("unknown").layers.isEmpty)
    #expect(try read("open") == read("24/7"))
    #expect(try read("Mo-Fr 08:00-12:00, We 13:00-17:00") == read("Mo,Tu,Th,Fr 08:00-12:00; We 08:00-12:00,13:00-17:00"))
    #expect(try read("Mo-Fr") == read("Mo-Fr open"))
    // A comment makes hours unknown; after "open" it is their label.
    #expect(try read("Mo-Fr 08:00-17:00 \"by appointment\"") == read("Mo-Fr unknown"))
    #expect(try read("Mo-Fr 08:00-17:00 open \"Lunch\"") != read("Mo-Fr unknown"))
    #expect(try read("Mo-Fr 08:00-17:00 open \"Lunch\"") != read("Mo-Fr 08:00-17:00"))
    #expect(try read("Mo-Fr: 08:00-12:00 , 13:00-17:00") == read("Mo-Fr 08:00-12:00,13:00-17:00"))
  }

  @Test(
    "Text that a schedule cannot express is refused with its position",
    arguments: [
      ("", 0), ("Mo-Fr 08:00-17:00; PH off", 19), ("Dec 25 off", 0), ("2026 Feb 30 off", 0), ("Mo[1] 10:00-12:00", 2),
      ("Mo-Fr sunrise-17:00", 6),
      ("Mo-Fr 08:00", 11), ("Mo-Fr 08:00-08:00", 6), ("Mo-Fr 08:00-25:60", 12), ("Mo-Fr 17:00+", 11), ("Mo-Fr 08:00-12:00 || unknown", 18),
      ("2026 Nov 21-20 off", 12), ("08:00-17:00 \"no end", 12), ("2026 off", 5), ("week 1-20 08:00-17:00", 0), ("08:00-12:00 x", 12),
    ])
  func unsupportedTextIsRefused(_ text: String, _ offset: Int) throws {
    let error = #expect(throws: OSMHoursError.self) { try read(text) }
    #expect(error?.offset == offset)
    #expect(error?.message.isEmpty == false)
  }
}
