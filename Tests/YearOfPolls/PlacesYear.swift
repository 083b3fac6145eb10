import OpeningHours

/// Liverpool's eating venues: one of them changes every two or three weeks.
struct PlacesYear: MadeUpFeed {
  private let campus: Int
  private let venues: Int

  private let edits: [(at: Int, venue: Int)]

  /// - Parameter campus: the number of the campus; 0 is Liverpool's.
  init(from start: Int, days: Int, campus: Int = 0, venues: Int = 20) {
    (self.campus, self.venues) = (campus, venues)
    edits = (0..<days / 17).map { index in
      var chance = Chance(8, index + 1000 * campus)
      return (start + index * 17 * 86_400 + chance.below(16 * 86_400), chance.below(venues))
    }
  }

  func version(at second: Int) -> Int { Self.count(of: edits.map(\.at), until: second) }

  func body(at second: Int) -> String {
    let venues = (0..<venues).map { venue in
      let edit = edits.last { $0.venue == venue && $0.at <= second }?.at ?? 1_760_000_000 + venue * 86_400
      var (fixed, chance) = (Chance(9, venue + 1000 * campus), Chance(10, venue + 1000 * campus, edit))
      let open = 8 + chance.below(4)
      let times =
        Array(repeating: "\"\(open < 10 ? "0" : "")\(open):00-\(15 + chance.below(7)):30\"", count: 5) + ["\"closed\"", "\"closed\""]
      return """
        {"name":"\(fixed.words(1)) Café \(venue)","building":"\(fixed.words(2)) Building","lat":"53.40\(10 + venue)","lon":"-2.96\(10 + venue)",\
        "description":"<p>\(fixed.words(12)).</p><p>\(chance.words(6))</p>","opening_times":[\(times.joined(separator: ","))],\
        "amenities":["Wi-Fi","\(fixed.words(1))"],"photos":[],"URL":"https://www.example.org/liverpool/\(venue)",\
        "last_modified":"\(Self.text(edit))"}
        """
    }
    let newest = edits.last { $0.at <= second }?.at ?? 1_761_000_000
    return "{\"food_venues\":[" + venues.joined(separator: ",\n") + "],\"last_modified\":\"\(Self.text(newest))\"}"
  }

  private static func text(_ second: Int) -> String {
    (Instant(secondsSinceEpoch: Int64(second)) ?? .epoch).description.replacing("T", with: " ").replacing("Z", with: "")
  }
}
