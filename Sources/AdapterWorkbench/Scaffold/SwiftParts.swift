/// The files of a Swift package that are the same for every feed.
enum SwiftParts {
  /// - Parameter repository: the folder or address of the repository of aggregate.
  static func package(_ name: String, repository: String) -> String {
    let type = SwiftSource.type(name)
    let source = repository.contains("://") ? #"url: "\#(repository)", branch: "main""# : #"name: "aggregate", path: "\#(repository)""#
    let last = repository.split(separator: "/").last ?? ""
    let package = !repository.contains("://") ? "aggregate" : last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.executable(name: "\(name)", targets: ["\(type)"])],
        dependencies: [
          // The folder or address of the repository of aggregate.
          .package(\(source))
        ],
        targets: [
          .executableTarget(
            name: "\(type)", dependencies: [.product(name: "FeedKit", package: "\(package)")],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
          .testTarget(
            name: "\(type)Tests",
            dependencies: [
              "\(type)", .product(name: "FeedKit", package: "\(package)"), .product(name: "AdapterTesting", package: "\(package)"),
            ]),
        ],
        cxxLanguageStandard: .cxx17
      )

      """
  }

  static func main(_ name: String) -> String {
    """
    import FeedKit

    await ExecutableAdapter.run(\(SwiftSource.type(name))Adapter())

    """
  }

  /// - Parameters:
  ///   - reply: the path of the reply in the package.
  ///   - list: the JSON Pointer of its records.
  static func tests(_ name: String, request: String, reply: String, list: String, zone: String) -> String {
    let type = SwiftSource.type(name)
    return """
      import AdapterTesting
      import FeedKit
      import Foundation
      import Testing

      @testable import \(type)

      /// The adapter keeps the contract with the recorded reply; `aggregate adapters test` compares it with the expected entries.
      @Suite struct \(type)Tests {
        @Test func contractIsKept() async throws {
          let id = try #require(FeedID("\(name)/places"))
          let campus = Campus(id: id.campus, name: "\(name)", timeZone: Zone("\(zone)"))
          let adapter = try #require(AdapterID("\(name)"))
          let feed = Feed(id: id, campus: campus, adapter: adapter, addresses: ["\(request)": [FeedAddress("https://example.edu/")]])
          let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
          let body = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(reply)")))
          let tree = try #require(JSONTree(parsing: body))
          let steps = JSONTree.steps("\(list)")[...]
          // The kit reads the reply several thousand times: a few records are enough.
          guard case .array(let records)? = tree.value(at: steps) else { Issue.record("there are no records"); return }
          let small = try #require(tree.replacing(steps, with: .array(Array(records.prefix(4)))))
          let contract = AdapterContract(
            \(type)Adapter(), feed: feed, bodies: ["\(request)": small.bytes], records: ["\(request)": "\(list)"])
          #expect(await contract.failures() == [])
        }
      }

      """
  }

  /// What an adapter reads with.
  static let reading = #"""
    import FeedKit

    extension FeedDraft {
      /// Reads the records of an array, or of an object, in which each has a key.
      mutating func readList(
        _ list: JSONValue, at pointer: String, in reply: FeedReply,
        _ entry: (String?, JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
      ) {
        if list.isObject {
          readMembers(list, at: pointer, in: reply) { (key, record, notes) throws(JSONFieldError) in try entry(key, record, &notes) }
        } else {
          readRecords(list, at: pointer, in: reply) { (record, notes) throws(JSONFieldError) in try entry(nil, record, &notes) }
        }
      }
    }

    /// A time of day that a feed states, and its date if the feed states that too.
    struct StatedTime {
      let date: LocalDate?
      let minutes: Int

      /// Returns the service from this time to another; nil if they are equal. An end before the beginning is on the next day.
      func service(until end: StatedTime, label: String?) -> Service? {
        let closes = [0, 1439].contains(end.minutes) ? 1440 : end.minutes
        guard closes != minutes, let opens = LocalTime(minutes: minutes), let end = LocalTime(minutes: closes < minutes ? closes + 1440 : closes)
        else { return nil }
        return Service(opens: opens, closes: end, label: label)
      }
    }

    /// Joins the texts that are not absent; nil if all are.
    func joined(_ texts: [String?], _ separator: String) -> String? {
      let texts = texts.compactMap { $0 }
      return texts.isEmpty ? nil : texts.joined(separator: separator)
    }

    extension JSONValue {
      /// Returns the value at a JSON Pointer; nil if it is absent or null.
      @_lifetime(copy self)
      private func found(_ pointer: String) -> JSONValue? {
        guard let path = JSONPath(pointer), let value = value(at: path), !value.isNull else { return nil }
        return value
      }

      /// Returns the array or object of records at a pointer.
      @_lifetime(copy self)
      func list(at pointer: String, in request: FeedRequest) throws(AdapterError) -> JSONValue {
        if let list = found(pointer), list.isArray || list.isObject { return list }
        throw AdapterError(shape: fault(.type, "there is no list of records at \"\(pointer)\""), in: request)
      }

      /// Returns the array at a pointer; nil if it is absent.
      @_lifetime(copy self)
      func rows(at pointer: String) throws(JSONFieldError) -> JSONValue? {
        guard let list = found(pointer) else { return nil }
        guard list.isArray else { throw list.fault(.type, "expected an array, found \(list.kind)") }
        return list
      }

      /// Returns a text or number as one line; nil if it is absent or empty.
      func line(at pointer: String) throws(JSONFieldError) -> String? {
        guard let value = found(pointer) else { return nil }
        if let text = value.string { return PlainText.line(text) }
        if let number = value.integer { return String(number) }
        if let number = value.double { return "\(number)" }
        throw value.fault(.type, "expected text, found \(value.kind)")
      }

      /// Returns the plain text of an HTML fragment; nil if it is absent or empty.
      func html(at pointer: String) throws(JSONFieldError) -> String? {
        guard let value = found(pointer) else { return nil }
        guard let text = value.string else { throw value.fault(.type, "expected text, found \(value.kind)") }
        var marks = 0
        return PlainText.html(text, removedMarks: &marks)
      }

      func bool(at pointer: String) -> Bool? { found(pointer)?.bool }

      /// Returns the texts of a list, without empty and repeated ones.
      func texts(at pointer: String, taking key: String = "") throws(JSONFieldError) -> [String] {
        guard let list = try rows(at: pointer) else { return [] }
        var texts: [String] = []
        var elements = list.elements
        while let element = elements.next() {
          if let text = try element.line(at: key), !texts.contains(text) { texts.append(text) }
        }
        return texts
      }

      /// Returns a web address; anything else is left out with a note.
      func address(at pointer: String, _ notes: inout RecordNotes) -> WebAddress? {
        guard let text = found(pointer)?.string, !text.isEmpty else { return nil }
        if let address = WebAddress(text) { return address }
        notes.add(.url, at: pointer, "not a web address")
        return nil
      }

      /// Returns a position from two numbers, or texts that contain numbers.
      func position(_ latitude: String, _ longitude: String) -> Coordinate? {
        func number(_ pointer: String) -> Double? {
          guard let value = found(pointer) else { return nil }
          return value.double ?? value.string.flatMap { Double($0) }
        }
        guard let latitude = number(latitude), let longitude = number(longitude) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }

    // MARK: - Times

    extension JSONValue {
      /// Reads "8:30am", "20:30", "2030", or a date and time with or without an offset; nil if there is no time.
      func time(at pointer: String, _ zone: Zone) throws(JSONFieldError) -> StatedTime? {
        guard let text = try line(at: pointer) else { return nil }
        if (3...4).contains(text.utf8.count), let digits = Int(text), digits % 100 < 60, (0...2400).contains(digits) {
          return StatedTime(date: nil, minutes: digits / 100 * 60 + digits % 100)
        }
        if let moment = LocalDateTime(text) {
          guard let instant = moment.instant else { return StatedTime(date: moment.date, minutes: Int(moment.time.seconds) / 60) }
          let local = zone.local(instant)
          return StatedTime(date: local.date, minutes: local.second / 60)
        }
        if let time = ClockTime(text) { return StatedTime(date: nil, minutes: Int(time.seconds) / 60) }
        guard let clock = ClockText(text) else { throw fault(.time, "\"\(text.prefix(60))\" is not a time") }
        return StatedTime(date: nil, minutes: clock.minutes)
      }

      func time(hours: String, minutes: String?) throws(JSONFieldError) -> StatedTime? {
        guard let hour = try number(at: hours) else { return nil }
        let minute = if let minutes { try number(at: minutes) ?? 0 } else { 0 }
        guard (0...24).contains(hour), (0...59).contains(minute), hour * 60 + minute <= 1440 else {
          throw fault(.time, "\(hour) hours and \(minute) minutes are not a time of day")
        }
        return StatedTime(date: nil, minutes: hour * 60 + minute)
      }

      private func number(at pointer: String) throws(JSONFieldError) -> Int? {
        guard let text = try line(at: pointer) else { return nil }
        guard let number = Int(text) else { throw fault(.number, "\"\(text.prefix(60))\" is not a whole number") }
        return number
      }

      /// Reads "2026-11-20", or the date of a time. Midnight in UTC is a date that a server has converted.
      func date(at pointer: String, _ zone: Zone) throws(JSONFieldError) -> LocalDate {
        let text = try line(at: pointer) ?? ""
        if let date = LocalDate(text) { return date }
        guard let moment = LocalDateTime(text) else { throw fault(.time, "\"\(text.prefix(60))\" is not a date") }
        if moment.offset == 0, moment.time.seconds == 0 { return moment.date }
        return moment.instant.map { zone.local($0).date } ?? moment.date
      }

      /// Reads "monday", "mon-fri" or "sat, sun".
      func weekdays(at pointer: String) throws(JSONFieldError) -> [Weekday] {
        let text = try line(at: pointer) ?? ""
        var days: [Weekday] = []
        for part in text.split(whereSeparator: { ",;/&".contains($0) }) {
          guard let range = WeekdayRange(String(part)) else { throw fault(.value, "\"\(text.prefix(60))\" is not a weekday") }
          days += range.days
        }
        guard !days.isEmpty else { throw fault(.missing, "there is no weekday at \(pointer)") }
        return days
      }

      /// - Parameter monday: the number of Monday.
      func weekday(at pointer: String, monday: Int) throws(JSONFieldError) -> Weekday {
        guard let number = try number(at: pointer), (0...7).contains(number), let day = Weekday(rawValue: (number - monday + 14) % 7) else {
          throw fault(.value, "there is no number of a weekday at \(pointer)")
        }
        return day
      }

      /// Reads a text for each weekday. What cannot be read is unknown, with a note; without any text, all hours are.
      func week(of pointers: [(Weekday, String)], _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
        var week: [Weekday: DayPlan] = [:]
        var isStated = false
        for (day, pointer) in pointers {
          let text = try line(at: pointer)
          if text != nil { isStated = true }
          switch HoursText(text ?? "") {
          case .services(let services): week[day] = DayPlan(services)
          case .unreadable, .impossible:
            notes.add(.hoursUnknown, at: pointer, "not readable as hours: \"\((text ?? "").prefix(60))\"")
            week[day] = .unknown
          }
        }
        guard isStated else { return Schedule(zone: zone, layers: []) }
        return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan(week).joiningSplitNights()))])
      }
    }

    """#
}
