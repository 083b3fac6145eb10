public import CampusCatalog
import CatalogQuery

/// The part of a catalog to export. Empty sets do not restrict.
public struct ExportFilter: Sendable, Hashable {
  public var campuses: Set<CampusID>
  public var kinds: Set<Entry.Kind>
  /// Only places of these categories, and no entries of other kinds.
  public var categories: Set<Category>
  /// Whether events and alerts that are over at the moment of the export are left out.
  public var leavesOutPast: Bool
  /// Only these entries, by their ids without aliases; nil for all.
  public var ids: Set<EntryID>?

  public init(
    campuses: Set<CampusID> = [], kinds: Set<Entry.Kind> = [], categories: Set<Category> = [], leavesOutPast: Bool = false,
    ids: Set<EntryID>? = nil
  ) {
    (self.campuses, self.kinds, self.categories, self.leavesOutPast, self.ids) = (campuses, kinds, categories, leavesOutPast, ids)
  }

  /// Whether everything is exported.
  public var isEmpty: Bool { campuses.isEmpty && kinds.isEmpty && categories.isEmpty && !leavesOutPast && ids == nil }

  /// Whether entries of a kind may be exported.
  public func accepts(_ kind: Entry.Kind) -> Bool {
    (kinds.isEmpty || kinds.contains(kind)) && (categories.isEmpty || kind == .place)
  }

  /// Whether entries of a campus may be exported.
  public func accepts(_ campus: CampusID) -> Bool {
    (campuses.isEmpty || campuses.contains(campus)) && ids?.contains { $0.feed?.campus == campus } ?? true
  }

  /// - Parameter rule: has the moment of the export.
  func accepts(_ entry: Entry, by rule: StatusRule) -> Bool {
    guard ids?.contains(entry.id) ?? true, campuses.isEmpty || campuses.contains(entry.campus), accepts(entry.kind) else { return false }
    switch entry.details {
    case .place(let place): return categories.isEmpty || categories.contains(place.category)
    case .event(let event): return !leavesOutPast || !event.isOver(on: rule.date(of: entry))
    case .alert(let alert): return !leavesOutPast || AlertPhase(of: alert, at: rule.instant(of: entry)) != .ended
    case .quote, .menu: return true
    }
  }
}
