public import CampusCatalog

/// Notes on one record while it is read.
public struct RecordNotes: Sendable {
  private var pending: [(code: Note.Code, pointer: String, detail: String)] = []

  public init() {}

  public var isEmpty: Bool { pending.isEmpty }

  /// - Parameter pointer: from the record on.
  public mutating func add(_ code: Note.Code, at pointer: String = "", _ detail: String) {
    pending.append((code, pointer, detail))
  }

  mutating func removeAll() { pending.removeAll() }

  mutating func drain(of entry: EntryID, at place: RecordPlace) -> [Note] {
    defer { pending.removeAll() }
    return pending.map { Note($0.code, request: place.request, pointer: place.pointer + $0.pointer, entry: entry, $0.detail) }
  }
}
