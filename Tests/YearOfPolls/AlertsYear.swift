import OpeningHours

/// The alerts of What's Open: about one a week, for one to three days.
struct AlertsYear: MadeUpFeed {
  private let alerts: [(id: Int, shown: Range<Int>)]
  private let moments: [Int]

  init(from start: Int, days: Int) {
    alerts = (0..<days / 7).map { week in
      var chance = Chance(6, week)
      let begin = start + week * 7 * 86_400 + chance.below(6 * 86_400)
      return (week + 1, begin..<begin + (1 + chance.below(3)) * 86_400)
    }
    moments = alerts.flatMap { [$0.shown.lowerBound, $0.shown.upperBound] }.sorted()
  }

  func version(at second: Int) -> Int { Self.count(of: moments, until: second) }

  func body(at second: Int) -> String {
    let shown = alerts.filter { $0.shown.contains(second) }.map { alert in
      var chance = Chance(7, alert.id)
      let made = Self.stamp(alert.shown.lowerBound - 3600)
      return """
        {"id":\(alert.id),"created":"\(made)","modified":"\(made)","urgency_tag":"\(chance.pick(["info", "minor", "major"]))","subject":\
        "\(chance.words(4))","body":"\(chance.words(20))","url":"","start_datetime":"\(Self.stamp(alert.shown.lowerBound))",\
        "end_datetime":"\(Self.stamp(alert.shown.upperBound))"}
        """
    }
    return "[" + shown.joined(separator: ",") + "]"
  }
}
