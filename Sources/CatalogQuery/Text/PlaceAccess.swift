package import CampusCatalog

/// Who may go to a place and what it is a part of, as English text.
package enum PlaceAccess {
  package static let title = "Access"
  package static let whole = "Part of"
  package static let parts = "Parts"

  package static func word(_ access: Place.Access) -> String {
    switch access {
    case .public: "open to everyone"
    case .members: "members only"
    case .appointment: "by appointment"
    case .remote: "by telephone or online"
    }
  }
}
