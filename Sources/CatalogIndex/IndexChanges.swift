import Foundation
import SnapshotStore
import Synchronization
import Basics

/// The differences between the entries of an index and those of a catalog, found by the checksums of their lines (`RowVersion`).
struct IndexChanges {
  /// A place whose line the index does not have.
  struct AddedPlace {
    let place: IndexedPlace
    /// The compressed line.
    let line: Data
    /// Its index in the list of versions.
    let version: Int
    /// Its row; -1 until one is assigned.
    var row = -1
  }

  /// The versions of the entries of each campus in the catalog. Those of added places have no rows yet.
  var versions: [CampusID: [RowVersion]] = [:]
  /// The added places, in the order of names.
  var added: [AddedPlace] = []
  /// The rows of places whose lines are gone.
  var removed: [Int] = []
  /// The words of the added places.
  var terms: Set<String> = []
  /// Whether these are all differences. They are not if there are more than the limit.
  var isComplete = true

  /// Compares all parts of a catalog in parallel. The added places are in memory until they are written; their lines are compressed.
  ///
  /// - Parameters:
  ///   - old: the versions in the index of each campus that is compared.
  ///   - limit: the maximum number of entries that may differ.
  ///   - days: the UTC days whose openings the index has.
  /// - Throws: errors of reading stored lines.
  init(
    to catalog: CatalogParts, from old: [CampusID: [RowVersion]], limit: Int = .max, openOn days: [Int64] = [], dictionary: Data
  ) throws {
    let total = Atomic(0)
    var parts = try catalog.parts.concurrentMap { part in
      try IndexChanges(to: part, from: old, openOn: days, dictionary) {
        total.wrappingAdd($0, ordering: .relaxed).newValue <= limit
      }
    }
    isComplete = total.load(ordering: .relaxed) <= limit
    while let part = parts.popLast() {
      versions.merge(part.versions) { _, new in new }
      added += part.added
      removed += part.removed
      terms.formUnion(part.terms)
    }
    added.sort { $0.place.order < $1.place.order }
    for (campus, known) in old where versions[campus] == nil {
      versions[campus] = []
      removed += known.rows
    }
  }

  /// Compares a part.
  ///
  /// - Parameter accept: receives the number of entries that differ in a campus, and returns false if they need not be read.
  private init(
    to part: CatalogParts.Part, from old: [CampusID: [RowVersion]], openOn days: [Int64], _ dictionary: Data, accept: (Int) -> Bool
  ) throws {
    let packer = try LinePacker(dictionary: dictionary)
    try part.forEachCampus { campus, lines in
      guard let known = old[campus] else { return }
      var new = lines.map { RowVersion(checksum: RowChecksum.of($0)) }
      let difference = known.difference(to: &new)
      guard accept(difference.added.count + difference.removed.count) else { return }
      for index in difference.added {
        let document = try JSONDocument(parsing: Array(lines[index]))
        guard let place = IndexedPlace(try Entry(reading: document.root), days: days) else { continue }
        added.append(AddedPlace(place: place, line: try packer.pack(lines[index]), version: index))
        for word in place.words.split(separator: " ") where !terms.contains(String(word)) { terms.insert(String(word)) }
      }
      versions[campus] = new
      removed += difference.removed
    }
  }
}
