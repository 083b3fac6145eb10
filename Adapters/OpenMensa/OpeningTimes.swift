import FeedKit

/// The weekly opening times of a canteen.
struct OpeningTimes {
  private let times: XMLElement?

  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// - Throws: an error if the canteen has more than one element with opening times. (Other types of times are not read.)
  init(of canteen: XMLElement) throws(FieldError) {
    let lists = canteen.elements("times").filter { $0.attribute("type") == "opening" }
    guard lists.count <= 1 else { throw canteen.fault(.value, "several <times type=\"opening\">") }
    times = lists.first
  }

  /// Returns the layer of the week; nil if no day is known. A day that is left out or cannot be read is unknown.
  func layer(_ notes: inout RecordNotes) throws(FieldError) -> Layer? {
    guard let times else { return nil }
    var week: [Weekday: DayPlan] = [:]
    for (day, name) in zip(Weekday.allCases, Self.names) {
      week[day] = .unknown
      guard let element = try times.element(name) else { continue }
      if let plan = Self.plan(open: element.attribute("open"), closed: element.attribute("closed")) {
        week[day] = plan
        if element.attribute("open") != nil { notes.addReadTimes() }
      } else {
        notes.addUnreadTimes(at: element.pointer, "expected open=\"HH:MM-HH:MM\" or closed=\"true\"")
      }
    }
    if week.values.allSatisfy({ $0 == .unknown }) { return nil }
    return Layer(.weekly, unbounded: .week(WeekPlan(week).joiningSplitNights()))
  }

  private static func plan(open: String?, closed: String?) -> DayPlan? {
    if open == nil { return closed == "true" ? .closed : nil }
    guard closed == nil, let open, isInterval(open), case .services(let services) = HoursText(open) else { return nil }
    return DayPlan(services)
  }

  /// Returns whether a text has the form `HH:MM-HH:MM`.
  private static func isInterval(_ text: String) -> Bool {
    let form = "00:00-00:00".utf8
    return text.utf8.count == form.count
      && zip(text.utf8, form).allSatisfy { byte, part in
        part == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == part
      }
  }
}
