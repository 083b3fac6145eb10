public import CampusCatalog

/// Notes on one record while it is read.
public struct RecordNotes: Sendable {
  /// What was read of the records before this one.
  var memory = RecordMemory()
  private var pending: [(code: ReasonCode, pointer: String, detail: String)] = []
  /// How many more notes are stored; the others are only counted.
  private var room: Int
  private(set) var omitted = 0

  public init() { self.init(room: .max) }

  init(room: Int) { self.room = room }

  public var isEmpty: Bool { pending.isEmpty && omitted == 0 }

  /// - Parameters:
  ///   - pointer: starts at the record; not evaluated if there is no room for the note.
  ///   - detail: one sentence without a full stop.
  public mutating func add(_ code: ReasonCode, at pointer: @autoclosure () -> String = "", _ detail: @autoclosure () -> String) {
    guard room > 0 else { return omitted += 1 }
    room -= 1
    pending.append((code, pointer(), detail()))
  }

  /// Notes a position that is more than 50 km from the campus.
  public mutating func checkDistance(of position: Coordinate?, from campus: Campus, at pointer: @autoclosure () -> String) {
    guard let position, let center = campus.location, !position.isNear(center) else { return }
    let distance = position.distance(to: center)
    if distance > 50_000 { add(.location, at: pointer(), "\(Int(distance / 1000)) km from the campus") }
  }

  /// Removes the notes: they were on a record that was set aside.
  mutating func removeAll(room: Int) {
    pending.removeAll(keepingCapacity: true)
    omitted = 0
    self.room = room
  }

  func notes(on entry: EntryID, at place: RecordPlace) -> [Note] {
    pending.map { Note($0.code, request: place.request, pointer: place.pointer + $0.pointer, entry: entry, $0.detail) }
  }
}

extension Coordinate {
  /// Less than 48 km away, without trigonometry: a degree of latitude or longitude is at most 111.4 km.
  fileprivate func isNear(_ other: Coordinate) -> Bool {
    abs(latitude - other.latitude) < 0.3 && abs(longitude - other.longitude) < 0.3
  }
}
