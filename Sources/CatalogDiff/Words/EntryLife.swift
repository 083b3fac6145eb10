public import CampusCatalog
public import OpeningHours
import SimdJSON

/// The history of one place, event or alert: what happened to it, oldest first.
public struct EntryLife: Sendable, Hashable {
  /// One thing that happened.
  public struct Step: Sendable, Hashable {
    /// What kind of step it is.
    public enum Event: String, Sendable, Hashable, CaseIterable {
      case seen = "first-seen"
      case changed, gone, back
      /// It was there, but its content is no longer stored.
      case forgotten
    }

    /// When the feed delivered it.
    public let at: Instant
    /// The id that the feed's record has.
    public let id: EntryID
    /// What happened.
    public let event: Event
    /// Why it left.
    public let reason: ReasonCode?
    /// The changes since the step before; empty if only the wording differs.
    public let changes: [Change]
    /// The entry as the feed had it; nil where it had left or is forgotten.
    public let entry: Entry?
  }

  /// What a record was at one moment.
  public enum State: Sendable {
    case entry(Entry)
    case gone(reason: ReasonCode)
    case forgotten
  }

  /// The steps, oldest first.
  public let steps: [Step]

  /// - Parameter versions: of each record its versions, oldest first. Where a record comes as another one goes that is among its
  ///   aliases, the one goes on as the other: that is a change.
  public init(_ versions: [(id: EntryID, versions: [(at: Instant, state: State)])]) {
    let handovers = versions.flatMap { Handover.all(to: $0.id, $0.versions, from: versions) }
    var steps: [Step] = []
    for (id, versions) in versions {
      var last: Entry?
      var isThere = false
      var isKnown = false
      for (at, state) in versions {
        switch state {
        case .entry(let entry):
          let handover = handovers.first { $0.to == id && $0.at == at }
          let before = handover.map(\.last) ?? last
          let changes = (handover.map { [.id(was: $0.from)] } ?? []) + (before.map { Change.between($0, entry, at: at) } ?? [])
          let event: Step.Event = isThere || handover != nil ? .changed : isKnown ? .back : .seen
          steps.append(Step(at: at, id: id, event: event, reason: nil, changes: changes, entry: entry))
          (last, isThere) = (entry, true)
        case .gone(let reason):
          isThere = false
          if handovers.contains(where: { $0.from == id && $0.at == at }) { break }
          steps.append(Step(at: at, id: id, event: .gone, reason: reason, changes: [], entry: nil))
        case .forgotten:
          steps.append(Step(at: at, id: id, event: .forgotten, reason: nil, changes: [], entry: nil))
          (last, isThere) = (nil, true)
        }
        isKnown = true
      }
    }
    self.steps = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}

extension EntryLife {
  /// The name and version of its JSON.
  public static let schema = "campus-history/1"

  /// The JSON of a life, with a line feed at its end: a step a line.
  ///
  /// - Parameter checkedAt: when its feeds were last seen to be current, by the ids of the records.
  public func json(of id: EntryID, checkedAt: [EntryID: Instant]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(Self.schema)
    writer.key("id")
    writer.string(id.description)
    writer.key("checkedAt")
    writer.beginObject()
    for (id, instant) in checkedAt.sorted(by: { $0.key < $1.key }) {
      writer.key(id.description)
      writer.string(instant.description)
    }
    writer.endObject()
    writer.literal(",\n\"steps\":")
    writer.beginArray()
    for (index, step) in steps.enumerated() {
      writer.literal(index == 0 ? "\n" : ",\n")
      step.write(to: &writer)
    }
    if !steps.isEmpty { writer.literal("\n") }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }
}

extension EntryLife.Step {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("at")
    writer.string(at.description)
    writer.key("id")
    writer.string(id.description)
    writer.key("event")
    writer.string(event.rawValue)
    if let reason {
      writer.key("reason")
      writer.string(reason.description)
    }
    if !changes.isEmpty { writer.write(changes) }
    if let entry {
      writer.key("entry")
      entry.write(to: &writer)
    }
    writer.endObject()
  }
}
