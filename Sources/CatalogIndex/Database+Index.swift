import Foundation
import GRDB
import SnapshotStore

/// Statements that write rows of an index, inside a transaction of the caller.
extension Database {
  func writeMeta(key: String, edition: String, places: Int, capacity: Int, _ order: RowOrder) throws {
    try execute(
      "INSERT OR REPLACE INTO meta (one, key, edition, places, capacity, base, late) VALUES (1, ?, ?, ?, ?, ?, ?)",
      [key, edition, places, capacity, order.base, order.late.stored])
  }

  func write(_ name: String, chunk: Int, _ bytes: Data) throws {
    try execute("INSERT OR REPLACE INTO part (name, chunk, bytes) VALUES (?, ?, ?)", [name, chunk, bytes])
  }

  func writePlace(_ row: Int, packed line: Data) throws {
    try execute("INSERT OR REPLACE INTO place (row, line) VALUES (?, ?)", [row, line])
  }

  /// Adds the words of a place to both FTS5 tables. Its row must have none.
  func addWords(_ row: Int, of place: IndexedPlace) throws {
    try execute("INSERT INTO name_word (rowid, words) VALUES (?, ?)", [row, place.order.folded])
    try execute("INSERT INTO word (rowid, words) VALUES (?, ?)", [row, place.words])
  }

  /// Removes the words of a place. They must be the words that were added, because FTS5 does not store them.
  /// With other words, FTS5 would keep entries of the old ones (https://www.sqlite.org/fts5.html#the_delete_command).
  func removeWords(_ row: Int, of place: IndexedPlace) throws {
    try execute("INSERT INTO name_word (name_word, rowid, words) VALUES ('delete', ?, ?)", [row, place.order.folded])
    try execute("INSERT INTO word (word, rowid, words) VALUES ('delete', ?, ?)", [row, place.words])
  }

  /// Adds a day whose openings are stored. Removes the oldest days beyond `IndexSchema.days`.
  func add(day: Int64) throws {
    try execute("INSERT INTO day (day, used) SELECT ?, coalesce(max(used), 0) + 1 FROM day", [Int(day)])
    let old = try Array(rows("SELECT day FROM day ORDER BY used DESC LIMIT -1 OFFSET ?", [IndexSchema.days]) { $0.integer() })
    for day in old {
      try execute("DELETE FROM day WHERE day = ?", [day])
      try execute("DELETE FROM part WHERE name = ?", [IndexSchema.openings(ofDay: Int64(day))])
    }
  }
}
