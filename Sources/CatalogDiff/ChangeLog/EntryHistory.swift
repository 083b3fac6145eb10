public import CampusCatalog
public import OpeningHours
import SimdJSON

/// The history of one place, event or alert.
public struct EntryHistory: Sendable, Hashable {
  /// One step of a history.
  public struct Step: Sendable, Hashable {
    /// The kind of the step.
    ///
    /// `changed` is any later version, even one that means the same. `back` is the return of a record that was gone, under the same id.
    public enum Event: String, Sendable, Hashable, CaseIterable {
      case seen = "first-seen"
      case changed, gone, back
      /// The entry was there, but its content is no longer stored.
      case forgotten
    }

    /// When the feed's result was accepted.
    public let at: Instant
    public let id: EntryID
    public let event: Event
    /// Why the entry is gone; otherwise nil.
    public let reason: ReasonCode?
    /// The id before this step, if the step changed it.
    public let formerID: EntryID?
    /// The changes since the previous step; empty if both versions mean the same.
    public let changes: [Change]
    /// The entry as the feed delivered it; nil if it is gone or forgotten.
    public let entry: Entry?
    /// Whether the hours have no day in common with the previous ones, so that only the usual week can tell a change.
    public var hasNoCommonDay = false
    /// Whether the hours are compared with the usual week.
    public var isComparedWithUsualWeek = false
    /// The number of the feed's result.
    let result: Int
  }

  /// The state of a record at one moment.
  public enum State: Sendable {
    case entry(Entry)
    /// The record was not there, for instance because the feed removed it.
    case gone(reason: ReasonCode)
    /// The record was there, but its content is no longer stored.
    case forgotten
  }

  /// A version of a record.
  public struct Version: Sendable {
    public let at: Instant
    /// The number of the feed's result, by which steps are ordered: a clock may have been wrong.
    public let result: Int
    public let state: State
    /// The changes of the record between the feed's result and the previous one; empty if nothing has changed. Nil if the
    /// earlier result is not known.
    public let changes: [EntryChanges]?
    /// The dates with new hours, compared with the usual week; none without a usual week.
    public let newDates: [NewDate]

    public init(at: Instant, result: Int, _ state: State, changes: [EntryChanges]? = nil, newDates: [NewDate] = []) {
      self.at = at
      self.result = result
      self.state = state
      self.changes = changes
      self.newDates = newDates
    }
  }

  /// The steps, oldest first.
  public let steps: [Step]

  /// Makes the history of one entry from the versions of its records.
  ///
  /// The changes come from the comparisons, so that a history never contradicts a change log. If a result is unknown, a version is compared
  /// with the last known one.
  ///
  /// A record that appears when another one disappears continues that record under a new id if the comparison, or an alias, says so: this
  /// is a change.
  /// - Parameters:
  ///   - records: the versions of each record, oldest first.
  ///   - zone: the zone of the campus, for times in descriptions; nil for UTC.
  ///   - style: how times, dates and distances are written.
  public init(_ records: [(id: EntryID, versions: [Version])], zone: Zone? = nil, style: RegionalStyle = .international) {
    let idChanges = Self.idChanges(records)
    var steps: [Step] = []
    for (id, versions) in records {
      var last: Entry?
      var isPresent = false
      var isKnown = false
      for version in versions {
        let (at, result) = (version.at, version.result)
        let known = version.changes?.first { $0.id == id }
        switch version.state {
        case .entry(let entry):
          let idChange = idChanges.first { $0.to == id && $0.at == at }
          let event: Step.Event = isPresent || idChange != nil ? .changed : isKnown ? .back : .seen
          var changes: [Change] = []
          if version.changes != nil {
            // A record that was there before is not new, whatever a comparison with a much earlier result says.
            if let known, known.event != .added || event != .changed { changes = known.changes }
          } else {
            let before = idChange.map(\.last) ?? last
            changes =
              (idChange.map { [.id(was: $0.from)] } ?? [])
              + (before.map { Change.between($0, entry, at: at, zone: zone, style: style) } ?? [])
          }
          steps.append(
            Step(
              at: at, id: id, event: event, reason: nil, formerID: idChange?.from, changes: Self.withoutEntry(changes), entry: entry,
              result: result))
          if let before = idChange.map(\.last) ?? last {
            if let old = before.place?.hours, let new = entry.place?.hours {
              steps[steps.count - 1].hasNoCommonDay = HoursComparison.hasNoCommonDay(old, new)
            }
            steps[steps.count - 1].isComparedWithUsualWeek = version.newDates.contains(where: \.isComparable)
          }
          (last, isPresent) = (entry, true)
        case .gone(let reason):
          isPresent = false
          if idChanges.contains(where: { $0.from == id && $0.at == at }) { break }
          steps.append(
            Step(
              at: at, id: id, event: .gone, reason: reason, formerID: nil, changes: Self.withoutEntry(known?.changes ?? []), entry: nil,
              result: result))
        case .forgotten:
          steps.append(Step(at: at, id: id, event: .forgotten, reason: nil, formerID: nil, changes: [], entry: nil, result: result))
          (last, isPresent) = (nil, true)
        }
        isKnown = true
      }
    }
    self.steps = steps.sorted { $0.result < $1.result }
  }

  /// Removes the whole entry from the values of a change: a step has it already.
  private static func withoutEntry(_ changes: [Change]) -> [Change] {
    changes.map { change in
      var change = change
      if change.field == nil { (change.from, change.to) = (nil, nil) }
      return change
    }
  }

  /// A change of an entry's id: one record disappeared, and at the same time another appeared that continues it. `last` is the last version
  /// under the old id, if it is stored.
  private typealias IDChange = (from: EntryID, to: EntryID, at: Instant, last: Entry?)

  /// Returns all changes of ids between records: from the comparisons, and where there is none, from aliases. An alias that a
  /// record adds while it is there does not count.
  private static func idChanges(_ records: [(id: EntryID, versions: [Version])]) -> [IDChange] {
    var idChanges: [IDChange] = []
    for (id, versions) in records {
      var isPresent = false
      for version in versions {
        let at = version.at
        if let known = version.changes {
          if let former = known.first(where: { $0.id == id })?.formerID { idChanges.append((former, id, at, nil)) }
        } else if let entry = version.state.entry, !isPresent {
          for (former, versions) in records
          where entry.aliases.contains(former) && versions.contains(where: { $0.at == at && $0.state.isGone }) {
            idChanges.append((former, id, at, versions.last { $0.result < version.result }?.state.entry))
          }
        }
        isPresent = !version.state.isGone
      }
    }
    return idChanges
  }
}

extension EntryHistory.Step {
  /// A remark that the hours have no day in common with those before; nil if they have one.
  public var remark: String? {
    guard hasNoCommonDay else { return nil }
    return "the hours are for other days than before, and are \(isComparedWithUsualWeek ? "compared with the usual week" : "not compared")"
  }
}

extension EntryHistory.State {
  fileprivate var entry: Entry? { if case .entry(let entry) = self { entry } else { nil } }

  fileprivate var isGone: Bool { if case .gone = self { true } else { false } }
}

extension EntryHistory {
  /// The name and version of the JSON form.
  public static let schema = "campus-history/1"

  /// Returns the history as JSON, one step a line, with a line feed at its end.
  ///
  ///     {"schema":"campus-history/1","id":"penn/dining/593","checkedAt":{"penn/dining/593":"2026-11-21T12:00:00Z"},
  ///     "steps":[
  ///     {"at":"2026-11-20T12:00:00Z","id":"penn/dining/593","event":"first-seen","entry":{…}}
  ///     ]}
  ///
  /// - Parameters:
  ///   - id: the requested id.
  ///   - checkedAt: when the feed of each record was last confirmed to be current, by record id.
  public func json(of id: EntryID, checkedAt: [EntryID: Instant]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", Self.schema)
    writer.member("id", id.description)
    writer.object("checkedAt") { writer in
      for (id, instant) in checkedAt.sorted(by: { $0.key < $1.key }) {
        writer.key(id.description)
        writer.string(instant.description)
      }
    }
    writer.lines("steps", steps) { $1.write(to: &$0) }
    writer.endObject()
    return writer.text + "\n"
  }
}

extension EntryHistory.Step {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("at", at.description)
    writer.member("id", id.description)
    writer.member("formerId", formerID?.description)
    writer.member("event", event.rawValue)
    writer.member("reason", reason?.description)
    if hasNoCommonDay { writer.member(isComparedWithUsualWeek ? "comparedWithUsualWeek" : "withoutCommonDay", true) }
    if !changes.isEmpty { writer.write(changes) }
    if let entry {
      writer.key("entry")
      entry.write(to: &writer)
    }
  }
}

/// The JSON Schema (2020-12) of `campus-history/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum HistorySchema {
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-history-1.schema.json") }
}
