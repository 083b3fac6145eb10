import FeedKit

/// The rules for the values that only events have.
struct EventRule: Sendable {
  private let times: TimesRule
  private let status: TextRule?
  private let organizer: TextRule?
  private let cost: TextRule?
  private let audience: ListRule?
  private let online: TextRule?
  private let loginRequired: TextRule?

  static let keys: [StaticString] = ["times", "status", "organizer", "cost", "audience", "online", "loginRequired"]

  init(reading value: JSONValue) throws(JSONFieldError) {
    times = try value.required("times", TimesRule.init(reading:))
    status = try value.optional("status") { (rule) throws(JSONFieldError) in
      try TextRule(reading: rule, results: TextRule.Allowed(Event.Status.self))
    }
    organizer = try value.optionalRule("organizer")
    cost = try value.optionalRule("cost")
    audience = try value.optional("audience", ListRule.init(reading:))
    online = try value.optionalRule("online")
    loginRequired = try value.optionalRule("loginRequired")
  }

  func event(
    in scope: borrowing Scope, _ zone: Zone?, at location: Location, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Event {
    guard let zone else { throw scope.value.fault(.time, "the times of events need a time zone") }
    var event = try times.event(in: scope, zone, &notes)
    event.location = location
    event.status = try status?.text(in: scope, &notes).flatMap { Event.Status(rawValue: $0) } ?? event.status
    event.organizer = try organizer?.line(in: scope, &notes)
    event.cost = try cost?.line(in: scope, &notes)
    event.audience = try EntryRule.texts(audience, in: scope, &notes).texts
    event.isOnline = try Self.flag(online, in: scope, &notes)
    event.loginRequired = try Self.flag(loginRequired, in: scope, &notes)
    return event
  }

  /// Returns a truth value: true, 1, "yes"; nil for any other value.
  private static func flag(_ rule: TextRule?, in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Bool? {
    switch try rule?.line(in: scope, &notes)?.lowercased() {
    case "true", "1", "yes": true
    case "false", "0", "no": false
    default: nil
    }
  }
}
