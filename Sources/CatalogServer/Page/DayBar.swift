import CatalogExport
import CatalogQuery
import OpeningHours

/// The hours of a day as a bar, with a mark at the current time. The script moves the mark.
struct DayBar {
  let day: DayHours
  /// The minutes since the day began; nil without a mark.
  let minute: Int?
  /// The name of the day, such as "Today".
  let name: String
  /// How times are written.
  let style: RegionalStyle

  private static let height = 46
  private var times: [Range<Int>] { day.plan.openMinutes }
  /// The last minute of the bar: midnight, or the end of a night that belongs to the day.
  private var end: Int { max(1_440, times.last?.upperBound ?? 0) }

  /// Nothing for a day without hours, about which a drawing says no more than words.
  var html: HTML? {
    if times.isEmpty { return nil }
    let open = times.map { time -> HTML in
      "<rect class=\"open\" x=\"\(share(time.lowerBound))\" width=\"\(share(time.upperBound - time.lowerBound))\" y=\"8\" height=\"14\"/>"
    }
    let ticks = stride(from: 360, to: end, by: 360).map { minute -> HTML in
      """
      <line class="tick" x1="\(share(minute))" x2="\(share(minute))" y1="22" y2="27"/>\
      <text x="\(share(minute))" y="40" text-anchor="middle">\(style.time(minute))</text>
      """
    }
    return """
      <svg class="day-bar" role="img" aria-label="\(label)" width="100%" height="\(Self.height)" data-date="\(day.date.description)" data-end="\(end)">
      <rect class="closed" x="0" width="100%" y="8" height="14"/>\(HTML.all(open))
      \(HTML.all(ticks))
      \(mark)
      </svg>
      """
  }

  private var label: String { "\(name): \(day.plan.openTimes(style))" }

  private var mark: HTML? {
    minute.flatMap { minute -> HTML? in
      if minute > end { return nil }
      return "<line class=\"now\" x1=\"\(share(minute))\" x2=\"\(share(minute))\" y1=\"2\" y2=\"28\"/>"
    }
  }

  /// Returns a part of the bar as a percentage: "39.58%".
  private func share(_ minutes: Int) -> String {
    let hundredths = minutes * 10_000 / end
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)%"
  }
}
