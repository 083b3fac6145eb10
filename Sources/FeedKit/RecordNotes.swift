public import CampusCatalog

/// The notes on a record that is being read. They are added to the draft with the record's entry, and discarded if it is set aside.
public struct RecordNotes: Sendable {
  private var pending: [(code: ReasonCode, pointer: String, detail: String)] = []
  /// The number of notes that may still be stored; further ones are only counted.
  private var room: Int
  private(set) var omitted = 0
  private var readTimes = 0
  private var unreadTimes = 0
  private let isOver: @Sendable () -> Bool
  /// The amount of work left before the next check of the deadline.
  private var workUntilCheck = Self.workBetweenChecks

  /// This many bytes of text about hours take a few milliseconds.
  private static let workBetweenChecks = 1 << 12

  /// Creates an empty list of notes without limits, for tests.
  public init() { self.init(room: .max) { false } }

  /// - Parameter isOver: returns whether the run's deadline has passed.
  init(room: Int, isOver: @escaping @Sendable () -> Bool) {
    self.room = room
    self.isOver = isOver
  }

  /// The number of notes.
  package var count: Int { pending.count + omitted }
  public var isEmpty: Bool { pending.isEmpty && omitted == 0 }

  /// Whether less than half of the times that the record states for its hours can be read.
  var isMostlyUnreadable: Bool { unreadTimes > readTimes }

  /// Adds a note on a value of the record.
  ///
  /// - Parameters:
  ///   - pointer: a JSON Pointer that starts at the record ("/phone"); not evaluated once the limit of notes is reached.
  ///   - detail: the oddity and its treatment, in one sentence without a period.
  public mutating func add(_ code: ReasonCode, at pointer: @autoclosure () -> String = "", _ detail: @autoclosure () -> String) {
    guard room > 0 else { return omitted += 1 }
    room -= 1
    pending.append((code, pointer(), detail()))
  }

  /// Counts times of the hours that were read.
  public mutating func addReadTimes(_ count: Int = 1) { readTimes += count }

  /// Adds a note on hours that cannot be read, so that their day is unknown, and counts their times.
  ///
  /// - Parameters:
  ///   - times: the number of times that cannot be read. A record counts as bad if less than half of its times can be read, because the
  ///     format of the feed may have changed.
  ///   - pointer: a JSON Pointer that starts at the record.
  ///   - detail: the oddity, in one sentence without a period.
  public mutating func addUnreadTimes(_ times: Int = 1, at pointer: @autoclosure () -> String, _ detail: @autoclosure () -> String) {
    unreadTimes += times
    add(.hoursUnknown, at: pointer(), detail())
  }

  /// Reads a time of the hours, and counts it. Returns nil, with a note, if it is missing or cannot be read, so that its day is unknown.
  ///
  /// - Throws: any other error, such as for a value of a wrong type.
  @inlinable
  public mutating func readTime<Time>(_ read: () throws(JSONFieldError) -> Time) throws(JSONFieldError) -> Time? {
    do throws(JSONFieldError) {
      let time = try read()
      addReadTimes()
      return time
    } catch {
      guard error.code == .time || error.code == .missing else { throw error }
      addUnreadTimes(at: error.pointer, error.message)
      return nil
    }
  }

  /// Adds a note on times that are no opening, because their label says when or why the place is closed (`ClosureLabel`).
  public mutating func addClosure(_ label: String, at pointer: @autoclosure () -> String) {
    add(.hoursUnknown, at: pointer(), "\"\(label.prefix(60))\" is not an opening; the day is unknown if it has no other")
  }

  /// Adds notes that were made separately.
  public mutating func add(_ other: RecordNotes) {
    for note in other.pending { add(note.code, at: note.pointer, note.detail) }
    readTimes += other.readTimes
    unreadTimes += other.unreadTimes
  }

  /// Adds a note if a position is more than 50 km from the campus. The position itself is not changed.
  public mutating func checkDistance(of position: Coordinate?, from campus: Campus, at pointer: @autoclosure () -> String) {
    guard let position, let center = campus.location, !position.isNear(center) else { return }
    let distance = position.distance(to: center)
    if distance > 50_000 { add(.location, at: pointer(), "\(Int(distance / 1000)) km from the campus") }
  }

  /// Checks the run's deadline from time to time. Call it where one value of a record may take much longer than its size suggests, such as
  /// text about hours. (Between records, the deadline is checked without it.)
  ///
  /// - Parameter work: how much there is to do: bytes of text, or rules to apply.
  /// - Throws: an error once the deadline has passed; the feed is then refused.
  public mutating func checkTime(before work: Int) throws(JSONFieldError) {
    workUntilCheck -= work
    guard workUntilCheck < 0 else { return }
    workUntilCheck = Self.workBetweenChecks
    if isOver() { throw JSONFieldError(.timeOver, at: "", AdapterError.timeOver.advice) }
  }

  /// Calls a function with a list of notes that is discarded.
  package mutating func discarding<Value>(
    _ read: (inout RecordNotes) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> Value {
    var unused = RecordNotes(room: 0, isOver: isOver)
    unused.workUntilCheck = workUntilCheck
    defer { workUntilCheck = unused.workUntilCheck }
    return try read(&unused)
  }

  mutating func removeAll(room: Int) {
    pending.removeAll(keepingCapacity: true)
    (omitted, readTimes, unreadTimes) = (0, 0, 0)
    self.room = room
  }

  func notes(on entry: EntryID?, at recordPointer: RecordPointer) -> [Note] {
    pending.map { Note($0.code, request: recordPointer.request, pointer: recordPointer.pointer + $0.pointer, entry: entry, $0.detail) }
  }
}

extension JSONFieldError.Code {
  fileprivate static let timeOver = JSONFieldError.Code("\(ReasonCode.timeoutTotal)")
}

extension Coordinate {
  /// Returns whether a position is certainly within 48 km, without trigonometry: a degree of latitude or longitude is at most 111.4 km.
  fileprivate func isNear(_ other: Coordinate) -> Bool {
    abs(latitude - other.latitude) < 0.3 && abs(longitude - other.longitude) < 0.3
  }
}
