import OpeningHours

/// Guidebook's upcoming guides: about thirty; three or four a week are announced, and as many end.
struct GuidesYear: MadeUpFeed {
  private struct Guide {
    let number: Int
    let announced: Int
    let days: ClosedRange<Int>
  }

  private let guides: [Guide]
  private let moments: [Int]

  init(from start: Int, days: Int) {
    guides = (-50..<days / 2).map { index in
      var chance = Chance(11, index)
      let announced = start + index * 2 * 86_400 + chance.below(2 * 86_400)
      let first = announced / 86_400 + 25 + chance.below(70)
      return Guide(number: 210_000 + index * 7 + chance.below(7), announced: announced, days: first...first + chance.below(5))
    }
    moments = guides.flatMap { [$0.announced, ($0.days.upperBound + 1) * 86_400] }.sorted()
  }

  func version(at second: Int) -> Int { Self.count(of: moments, until: second) }

  func body(at second: Int) -> String {
    let shown = guides.filter { $0.announced <= second && second < ($0.days.upperBound + 1) * 86_400 }
    let rows = shown.sorted { ($0.days.lowerBound, $0.number) < ($1.days.lowerBound, $1.number) }.map { guide in
      var chance = Chance(12, guide.number)
      let venue = chance.below(20) == 0 ? "{\"city\":\"Raleigh\",\"state\":\"North Carolina\"}" : "{}"
      let key = String((0..<40).map { _ in chance.pick(Self.letters) })
      return """
        {"url":"/guide/\(guide.number)","startDate":"\(Self.text(guide.days.lowerBound))","endDate":"\(Self.text(guide.days.upperBound))",\
        "name":"\(chance.words(2 + chance.below(4))) 2026","icon":"https://s3.amazonaws.com/media.guidebook.com/service/\(key)/logo.png",\
        "venue":\(venue),"objType":"guide","loginRequired":\(chance.below(4) == 0)}
        """
    }
    return "{\"data\":[" + rows.joined(separator: ",") + "],\"total\":\"\(rows.count)\"}"
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  private static func text(_ day: Int) -> String {
    let (year, month, day) = date(day).components
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(months[month - 1]) \(day < 10 ? "0" : "")\(day), \(year)"
  }
}
