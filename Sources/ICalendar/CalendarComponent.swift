/// A component of a calendar, with the properties that are read.
package struct CalendarComponent: Sendable {
  package let kind: Kind
  /// The properties directly inside the component, in the order of the text.
  package internal(set) var lines: [ContentLine] = []
  /// The changes of a time zone; empty for other components.
  var observances: [CalendarComponent] = []
  /// The names of its custom fields, whose values are not read.
  package internal(set) var customFields: Set<String> = []
  /// Whether its end is in the text.
  package internal(set) var isComplete = false
  /// The number of lines that are not properties, such as parts of texts that are not folded.
  package internal(set) var strayLines = 0
  /// The size of all of its lines in bytes, also of those that are not read.
  package internal(set) var textBytes = 0

  package enum Kind: String, Sendable {
    case event = "VEVENT"
    case zone = "VTIMEZONE"
    case toDo = "VTODO"
    case journal = "VJOURNAL"
    case busyTime = "VFREEBUSY"
    case standard = "STANDARD"
    case daylight = "DAYLIGHT"
    /// Any other component.
    case other = ""

    /// Whether it is only directly inside a calendar.
    var isOutermost: Bool { self != .other && !isObservance }
    var isObservance: Bool { self == .standard || self == .daylight }
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Returns the first line of a property; nil if there is none.
  func first(_ name: PropertyName) -> ContentLine? { lines.first { $0.name == name } }

  /// Returns the lines of a property.
  func all(_ name: PropertyName) -> [ContentLine] { lines.filter { $0.name == name } }

  private static let maximumCustomFields = 100

  mutating func addCustomField(_ name: String) {
    if customFields.count < Self.maximumCustomFields { customFields.insert(name) }
  }
}
