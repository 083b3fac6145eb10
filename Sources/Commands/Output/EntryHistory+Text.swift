extension EntryHistory {
  /// Returns the history as readable text: each line has a moment and what happened.
  ///
  /// - Parameter checkedAt: when the feed of each record was last confirmed to be current, by record id.
  func text(of id: EntryID, checkedAt: [EntryID: Instant]) -> String {
    let records = Set(steps.map(\.id))
    let name = steps.reversed().lazy.compactMap(\.entry?.name).first
    var lines = [name.map { "\($0)  \(id)" } ?? id.description]
    for step in steps {
      let texts = texts(step)
      guard let first = texts.first else { continue }
      let from = records.count > 1 ? "\(step.id)  " : ""
      lines.append("\(step.at)  \(from)\(first)")
      let indent = String(repeating: " ", count: step.at.description.count + 2 + from.count)
      lines += texts.dropFirst().map { indent + $0 }
    }
    for (record, instant) in checkedAt.sorted(by: { $0.key < $1.key }) {
      guard let last = steps.last(where: { $0.id == record }), last.event != .gone else { continue }
      // Skip a record that continues under another id.
      if steps.contains(where: { $0.at > last.at && $0.entry?.aliases.contains(record) == true }) { continue }
      lines.append("\(instant)  \(records.count > 1 ? "\(record)  " : "")last seen")
    }
    return lines.map { PlainText.visible($0, isOneLine: true) + "\n" }.joined()
  }

  /// Returns the texts for a step; empty if the meaning is the same as before.
  private func texts(_ step: Step) -> [String] {
    switch step.event {
    case .seen: return ["first seen" + (step.entry.map { ": \(described($0))" } ?? "")]
    case .changed: return step.changes.map(\.text)
    case .back: return ["back"] + step.changes.map(\.text)
    case .gone: return ["gone" + (step.reason == .eventEnded ? ": its time was over" : ": the feed no longer lists it")]
    case .forgotten: return ["present; its details have been pruned"]
    }
  }

  /// Returns a description such as "Commons, dining-hall, Mo-Fr 09:00-17:00".
  private func described(_ entry: Entry) -> String {
    let hours = entry.place?.hours.flatMap { $0.layers.isEmpty ? "hours unknown" : $0.osm }
    return [entry.name, entry.place?.category.rawValue ?? entry.kind.rawValue, hours].compactMap { $0 }.joined(separator: ", ")
  }
}
