import Basics
import CampusCatalog
import CatalogDiff
import CatalogSession
import OpeningHours

extension StoredHistory {
  /// Returns the history as readable text: each line has a moment, in the zone of the campus, and an event.
  ///
  /// - Parameter place: the name of the place of a menu; nil if it is not known.
  func text(on terminal: Terminal, place: String?) -> String {
    let steps = history.steps
    let name = steps.reversed().lazy.compactMap(\.entry?.name).first
    var rows: [(at: Instant, from: EntryID, lines: [ChangeText.Line])] = steps.map { ($0.at, $0.id, self.lines($0, name: name)) }
    for (record, instant) in checkedAt.sorted(by: { $0.key < $1.key }) {
      guard let last = steps.last(where: { $0.id == record }), last.event != .gone else { continue }
      // Skip a record that continues under a new id.
      if steps.contains(where: { step in step.at > last.at && step.id != record && step.continues(record) }) { continue }
      rows.append((instant, record, [ChangeText.remark("last seen")]))
    }
    rows.removeAll(where: \.lines.isEmpty)
    let hasSeveral = Set(steps.map(\.id)).count > 1
    let times = rows.map { style.text($0.at, in: zone) }
    let column = (times.map(DisplayWidth.of).max() ?? 0) + 2
    let title = name ?? menu.map { $0.title(of: place ?? $0.place.description, style) }
    var lines = ChangeText.title(title ?? id.description, id: title == nil ? nil : id.description).lines(on: terminal)
    for (row, time) in zip(rows, times) {
      let inner = Terminal(width: terminal.width.map { max(20, $0 - column) }, hasColor: terminal.hasColor)
      let ids = hasSeveral ? [ChangeText.remark(row.from.description)] : []
      for (index, line) in (ids + row.lines).flatMap({ $0.lines(on: inner) }).enumerated() {
        let space = String(repeating: " ", count: column - (index == 0 ? DisplayWidth.of(time) : 0))
        lines.append((index == 0 ? terminal.text(time, .faint) : "") + space + line)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The newest version of a menu; nil for other entries.
  var menu: CampusCatalog.Menu? { history.steps.reversed().lazy.compactMap(\.entry?.menu).first }

  /// Returns the lines for a step; none if the meaning is the same as before.
  private func lines(_ step: EntryHistory.Step, name: String?) -> [ChangeText.Line] {
    let remark = step.remark.map { remark in
      let hours = step.entry?.place?.hours?.weekText(at: step.at, style)
      return ChangeText.remark(remark + (hours.map { ": \($0)" } ?? ""))
    }
    let changes = ChangeText.parts(of: step.changes) + (remark.map { [$0] } ?? [])
    switch step.event {
    case .seen: return [ChangeText.remark("first seen" + (step.entry.map { ": \(described($0, at: step.at, name: name))" } ?? ""))]
    case .changed: return changes
    case .back: return [ChangeText.remark("is back")] + changes.dropFirst(step.changes.first?.code == .added ? 1 : 0)
    case .gone where !changes.isEmpty: return changes
    case .gone: return [ChangeText.remark(step.reason == .eventEnded ? "ended" : "is gone: the feed no longer lists it")]
    case .forgotten: return [ChangeText.remark("was listed; the details are no longer stored")]
    }
  }

  /// Returns a description such as "dining-hall, open Monday to Friday 09:00–17:00"; with the name if it was another one.
  private func described(_ entry: Entry, at moment: Instant, name: String?) -> String {
    if let menu = entry.menu { return menu.dishCount.counted("dish", "dishes") }
    let former = entry.name == name ? nil : entry.name
    let hours = entry.place.map { place in place.hours.flatMap { $0.weekText(at: moment, style) } ?? "hours unknown" }
    let category = entry.place.map { $0.category == .other ? nil : $0.category.rawValue } ?? entry.kind.rawValue
    return [former, category, hours].compactMap { $0 }.joined(separator: ", ")
  }
}

extension EntryHistory.Step {
  /// Whether the step is a change of the id from this one.
  fileprivate func continues(_ record: EntryID) -> Bool { formerID == record || entry?.aliases.contains(record) == true }
}
