public import CampusCatalog
import OpeningHours

/// A difference between a place of a catalog and OpenStreetMap.
public struct OSMFinding: Sendable, Hashable {
  /// What differs. Raw values are the values of `finding`.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No element is the place.
    case missing
    /// Several elements may be the place, or several places the element.
    case ambiguous
    /// The element has another position.
    case moved
    case name, hours
    /// The hours of the element cannot be read or cannot be compared.
    case unreadableHours = "unreadable-hours"
    case phone, website
    /// No place is the element, which is on a campus.
    case extra

    /// The values, for messages.
    package static let form = "missing, ambiguous, moved, name, hours, unreadable-hours, phone, website or extra"
  }

  public let code: Code
  public let campus: CampusID
  /// The id of the place; nil for an element that is none.
  public let place: EntryID?
  /// The name of the place; that of the element if it is no place.
  public let name: String?
  /// The element of the place, or the elements that may be it.
  public var elements: [OSMElement] = []
  /// The position of the place; that of the element if the catalog has none.
  public var position: Coordinate?
  /// How far the element is from the place, in meters; nil if it has not moved.
  public var distance: Double?
  /// The tags to set, sorted by their importance.
  public var tags: [OSMTag] = []
  /// The value in OpenStreetMap that differs; nil if it has none.
  public var former: String?
  /// What the reader should know, as a clause: an error in the text, parts that were left out.
  public var remark: String?

  /// The finding in one clause, for the line of a place: "320 m from its position in the catalog".
  public var text: String {
    let changes = tags.map { "“\($0.value)”" }.joined(separator: ", ")
    let text =
      switch code {
      case .missing: "is not in OpenStreetMap" + (tags.isEmpty ? "" : ": \(tags.map(\.description).joined(separator: " | "))")
      case .ambiguous: "may be " + elements.map(Self.label).joined(separator: " or ")
      case .moved: "is \(RegionalStyle.international.distance(distance ?? 0)) from its position in the catalog"
      case .extra: "\(elements.first?.summary ?? "") is not in the catalog"
      case .unreadableHours: "opening_hours “\(former ?? "")” cannot be compared"
      case .name, .hours, .phone, .website:
        former.map { "\(key) “\($0)” in OpenStreetMap, \(changes) in the catalog" }
          ?? "no \(key) in OpenStreetMap, \(changes) in the catalog"
      }
    return text + (remark.map { "; \($0)" } ?? "")
  }

  /// The key of the tag that differs.
  private var key: String { tags.first?.key ?? code.rawValue }

  /// Returns the id of an element for people; its tags if it has none.
  static func label(_ element: OSMElement) -> String { element.id?.description ?? element.summary }
}
