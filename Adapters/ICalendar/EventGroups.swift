import FeedKit
import ICalendar

/// The events of a calendar by their keys: the components with the same UID are one series.
struct EventGroups {
  /// A component and its position among the events of the text.
  struct Member {
    let event: CalendarEvent
    let index: Int
    let bytes: Int
  }

  /// The components of one entry.
  struct Group {
    let key: String
    var members: [Member]

    var index: Int { members[0].index }
    var bytes: Int { members.reduce(0) { $0 + $1.bytes } }
    var events: [CalendarEvent] { members.map(\.event) }
    /// Whether no component has a title.
    var isUntitled: Bool { members.allSatisfy { $0.event.summary == nil } }
  }

  private var groups: [Group] = []
  private var indices: [[UInt8]: Int] = [:]

  mutating func add(_ member: Member) {
    let key = member.event.uid ?? Self.key(of: member.event)
    if let group = indices[Array(key.utf8)] {
      groups[group].members.append(member)
    } else {
      indices[Array(key.utf8)] = groups.count
      groups.append(Group(key: key, members: [member]))
    }
  }

  /// The key of an event that has none: the values that set it apart from others.
  private static func key(of event: CalendarEvent) -> String {
    RecordKey.hash("\(event.start.wall)", event.summary ?? "", event.location ?? "")
  }

  /// The groups, in the order of their first components.
  var all: [Group] { groups.flatMap(Self.divided) }

  /// Divides events that share a UID although they are different: they have different titles, none of them is a series, and none is a later
  /// version.
  private static func divided(_ group: Group) -> [Group] {
    let sequence = group.members[0].event.sequence
    guard group.members.count > 1, group.members.allSatisfy({ $0.event.isPlain && $0.event.sequence == sequence }) else { return [group] }
    let titles = Dictionary(grouping: group.members) { Array(($0.event.summary ?? "").utf8) }
    if titles.count == 1 { return [group] }
    return titles.map { title, members in
      Group(key: "\(group.key)-\(RecordKey.hash(String(decoding: title, as: UTF8.self)))", members: members)
    }
    .sorted { $0.index < $1.index }
  }

  /// The newest time at which an event was written; without any, the latest start. In seconds since 1970; nil if there are no events.
  var newest: Int64? {
    let events = groups.lazy.flatMap(\.events)
    return events.compactMap(\.stamp).max() ?? events.map(\.start.wall).max()
  }
}
