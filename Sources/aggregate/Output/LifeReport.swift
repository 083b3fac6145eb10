import CampusCatalog
import CatalogDiff
import OpeningHours

/// The history of an entry for people: on each line a moment and what happened.
struct LifeReport {
  private let life: EntryHistory
  private let id: EntryID
  private let checkedAt: [EntryID: Instant]

  init(_ life: EntryHistory, _ id: EntryID, _ checkedAt: [EntryID: Instant]) {
    self.life = life
    self.id = id
    self.checkedAt = checkedAt
  }

  func lines() -> [String] {
    let records = Set(life.steps.map(\.id))
    let name = life.steps.reversed().lazy.compactMap(\.entry?.name).first
    var lines = [name.map { "\($0)  \(id)" } ?? id.description]
    for step in life.steps {
      let texts = Self.texts(step)
      guard let first = texts.first else { continue }
      let from = records.count > 1 ? "\(step.id)  " : ""
      lines.append("\(step.at)  \(from)\(first)")
      let indent = String(repeating: " ", count: step.at.description.count + 2 + from.count)
      lines += texts.dropFirst().map { indent + $0 }
    }
    for (record, instant) in checkedAt.sorted(by: { $0.key < $1.key }) {
      guard let last = life.steps.last(where: { $0.id == record }), last.event != .gone else { continue }
      // It continues under another id.
      if life.steps.contains(where: { $0.at > last.at && $0.entry?.aliases.contains(record) == true }) { continue }
      lines.append("\(instant)  \(records.count > 1 ? "\(record)  " : "")last seen")
    }
    return lines.map { PlainText.visible($0, isOneLine: true) }
  }

  /// Empty if the meaning is the same as before.
  private static func texts(_ step: EntryHistory.Step) -> [String] {
    switch step.event {
    case .seen: return ["first seen" + (step.entry.map { ": \(described($0))" } ?? "")]
    case .changed: return step.changes.map(\.text)
    case .back: return ["back"] + step.changes.map(\.text)
    case .gone: return ["gone" + (step.reason == .eventEnded ? ": its time was over" : ": the feed no longer lists it")]
    case .forgotten: return ["present; its details have been pruned"]
    }
  }

  /// "Commons, dining-hall, Mo-Fr 09:00-17:00".
  private static func described(_ entry: Entry) -> String {
    let hours = entry.place?.hours.flatMap { $0.layers.isEmpty ? "hours unknown" : $0.osm }
    return [entry.name, entry.place?.category.rawValue ?? entry.kind.rawValue, hours].compactMap { $0 }.joined(separator: ", ")
  }
}
