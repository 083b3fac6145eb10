import CampusCatalog
import CatalogExport
import CatalogQuery

/// Facts about who may go to a place, and about what it is a part of.
enum PlaceRelations {
  /// Returns the titles and the contents of the facts.
  static func rows(of entry: Entry, _ place: Place, _ snapshot: SiteSnapshot) -> [(String, HTML)] {
    let whole = place.partOf.flatMap { snapshot.entry($0) }
    let parts = parts(of: entry, snapshot).map(link)
    return [
      place.access.map { (Words.text("access"), "\($0.text(in: Words.language))") },
      whole.map { (Words.text("part-of"), link($0)) },
      parts.isEmpty ? nil : (Words.text("parts"), HTML.all(parts, separator: ", ")),
    ].compactMap(\.self)
  }

  /// Returns the places that state that they are a part of this one, by id.
  private static func parts(of whole: Entry, _ snapshot: SiteSnapshot) -> [Entry] {
    let ids = Set([whole.id] + whole.aliases)
    return snapshot.catalog.entries.filter { entry in
      guard case .place(let place) = entry.details, let other = place.partOf else { return false }
      return ids.contains(other)
    }
  }

  private static func link(_ entry: Entry) -> HTML {
    "<a href=\"\(link: "/places/\(entry.id.path)")\"><bdi>\(entry.name ?? entry.id.description)</bdi></a>"
  }
}
