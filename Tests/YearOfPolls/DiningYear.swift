import OpeningHours

/// Penn's dining venues: a window of seven days that moves every day, with some hours changing within it; the server caches its reply for
/// twelve hours.
struct DiningYear: MadeUpFeed {
  private static let venues = 15

  func version(at second: Int) -> Int { second / 43_200 }

  func body(at second: Int) -> String {
    let made = second / 43_200 * 43_200
    let today = Self.day(made)
    let venues = (0..<Self.venues).map { venue in
      let days = (today..<today + 7).map { Self.day($0, of: venue, at: made) }.joined(separator: ",\n")
      return """
            {
                "name": "\(Self.name(venue))",
                "address": "\(3400 + venue * 20) Locust Walk",
                "days": [
        \(days)
                ],
                "image": "https://s3.us-east-2.amazonaws.com/labs.api/dining/venue+\(venue).jpg",
                "id": \(593 + venue * 76)
            }
        """
    }
    return "[\n" + venues.joined(separator: ",\n") + "\n]"
  }

  private static func name(_ venue: Int) -> String { "Café \(venue + 1) \(["Commons", "Market", "House"][venue % 3])" }

  private static func day(_ day: Int, of venue: Int, at made: Int) -> String {
    let date = Self.date(day)
    // One day in twelve has its own hours, which become known while it is in the window.
    var chance = Chance(1, venue, day)
    let isEdited = chance.below(12) == 0 && made >= day * 86_400 - chance.below(7 * 86_400)
    let isBreak = LocalDate.breaks.contains { $0.contains(date) }
    let isClosed = isBreak ? venue % 3 != 0 : venue % 5 == 4 && date.weekday.isWeekend
    var parts: [(start: Int, end: Int, message: String, label: String)] = []
    if !isClosed {
      let first = 7 * 60 + venue % 4 * 15 + (date.weekday.isWeekend ? 120 : 0)
      parts = [
        (first, first + 195, "", "Breakfast"), (11 * 60, 14 * 60 + 30, "", "Lunch"), (17 * 60, 20 * 60 + venue % 3 * 30, "", "Dinner"),
        (14 * 60 + 30, 16 * 60 + 30, "", "Light Lunch"), (first, 20 * 60, "", name(venue)),
      ]
      if venue % 3 == 1 { parts.append((first + 60, 19 * 60, "Meal Exchange available open-close\\nand excludes Bento", "The Grill")) }
      if isEdited {
        let part = chance.below(parts.count)
        parts[part].end -= 30 + chance.below(3) * 15
        if chance.below(2) == 0 { parts[part].message = "Walk-in until \(12 + chance.below(7)) pm, \(chance.words(4))" }
      }
    }
    let dayparts = parts.map { part in
      """
                          {
                              "starttime": "\(date)T\(clock(part.start))",
                              "endtime": "\(date)T\(clock(part.end))",
                              "message": "\(part.message)",
                              "label": "\(part.label)"
                          }
      """
    }
    return """
                  {
                      "date": "\(date)",
                      "status": "\(isClosed ? "closed" : "open")",
                      "dayparts": [
      \(dayparts.joined(separator: ",\n"))
                      ]
                  }
      """
  }
}

extension Weekday {
  var isWeekend: Bool { self == .saturday || self == .sunday }
}
