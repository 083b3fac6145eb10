import GRDB

/// The tables of an index.
///
/// FTS5 keeps lists for beginnings of up to three letters. For longer ones it would merge the lists of all words that begin so,
/// which takes long for words that many places have; `term` has all words, so that few of them can be named instead.
///
/// Rows are numbered from 1 in the order of names (`NameOrder`): the first matches of a search are found without sorting, and
/// what is asked of all places stands in columns that are read from front to back.
enum IndexSchema {
  static let version = 3
  /// "agix": marks a file as an index.
  static let applicationID: Int32 = 0x6167_6978
  /// Places of one chunk of a column.
  static let chunk = 1 << 16

  static let tables = """
    CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE place (row INTEGER PRIMARY KEY, line BLOB NOT NULL);
    CREATE VIRTUAL TABLE name_word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE VIRTUAL TABLE word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE TABLE term (word TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TABLE part (
      name TEXT NOT NULL, chunk INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, chunk));
    """

  /// The columns: of each place one value of fixed size, `chunk` places in a row of `part`.
  enum Column: String {
    /// UInt16: the number of the campus in the list of `meta`.
    case campus
    /// UInt8: the number of the category in the closed list.
    case category
    /// UInt32: the number of the feeds that gave the hours in the list of `meta`.
    case trust
    /// Three Doubles: the position as a point on the unit sphere; not a number where there is none.
    case position
  }

  /// The name of the part that has the openings of a day.
  static func openings(ofDay day: Int64) -> String { "open \(day)" }
}
