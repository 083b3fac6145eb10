import OpeningHours

/// Penn's dining venues: a window of seven days that moves every day, with some hours changing within it; the server caches its reply for
/// twelve hours.
struct DiningYear: MadeUpFeed {
  /// The number of the campus; 0 is Penn's.
  var campus = 0
  var venues = 15

  func version(at second: Int) -> Int { second / 43_200 }

  func body(at second: Int) -> String {
    let made = second / 43_200 * 43_200
    let today = Self.day(made)
    let venues = (0..<venues).map { venue in
      let days = (today..<today + 7).map { day($0, of: venue, at: made) }.joined(separator: ",\n")
      return """
            {
                "name": "\(name(venue))",
                "address": "\(3400 + venue * 20) Locust Walk",
                "days": [
        \(days)
                ],
                "image": "https://s3.us-east-2.amazonaws.com/labs.api/dining/venue+\(venue).jpg",
                "id": \(593 + venue * 76)
            }
        """
    }
    let body = "[\n" + venues.joined(separator: ",\n") + "\n]"
    // Only Penn's server indents.
    return campus == 0 ? body : body.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  private func name(_ venue: Int) -> String { "Café \(venue + 1) \(["Commons", "Market", "House"][venue % 3])" }

  private func day(_ day: Int, of venue: Int, at made: Int) -> String {
    let date = Self.date(day)
    // One day in twelve has its own hours, which become known while it is in the window.
    var chance = Chance(1, venue + 1000 * campus, day)
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
      // Other campuses have a late kitchen.
      if campus > 0, venue % 7 == 3 { parts.append((22 * 60, 27 * 60 + 30, "", "Late Night")) }
      if isEdited {
        let part = chance.below(parts.count)
        parts[part].end -= 30 + chance.below(3) * 15
        if chance.below(2) == 0 { parts[part].message = "Walk-in until \(12 + chance.below(7)) pm, \(chance.words(4))" }
      }
    }
    let dayparts = parts.map { part in
      """
                          {
                              "starttime": "\(Self.time(part.start, on: day))",
                              "endtime": "\(Self.time(part.end, on: day))",
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

  private static func time(_ minutes: Int, on day: Int) -> String { "\(date(day + minutes / 1440))T\(clock(minutes % 1440))" }
}

extension Weekday {
  var isWeekend: Bool { self == .saturday || self == .sunday }
}
