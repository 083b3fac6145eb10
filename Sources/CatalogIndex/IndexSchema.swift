/// The tables of an index.
///
/// A place has a row, a number from 0, for as long as it keeps its name and its id. The rows of the places that an index was made with
/// are in the order of names (`NameSortKey`), so that the first matches of a search are found without sorting; places that came later
/// have rows behind those, in no order, and `meta` has a list of where they belong (`RowOrder`).
///
/// FTS5 keeps lists for beginnings of up to three letters. For longer ones it would merge the lists of all words that begin so, which
/// takes long for words that many places have; `term` has all words, so that few of them can be named instead. It may have words
/// whose places are gone.
enum IndexSchema {
  static let version = 4
  /// "agix": marks a file as an index.
  static let applicationID: Int32 = 0x6167_6978
  /// Places of one chunk of a column.
  static let chunk = 1 << 12
  /// So many days keep their openings; of more, those that were asked about last.
  static let days = 3

  /// `campus.key` says what the rows of a campus were made of (`IndexKey`); `campus.versions` is a `RowVersions`.
  static let tables = """
    CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE campus (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL, versions BLOB NOT NULL);
    CREATE TABLE trust (number INTEGER PRIMARY KEY, feeds TEXT NOT NULL UNIQUE);
    CREATE TABLE place (row INTEGER PRIMARY KEY, line BLOB NOT NULL);
    CREATE VIRTUAL TABLE name_word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE VIRTUAL TABLE word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE TABLE term (word TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TABLE part (name TEXT NOT NULL, chunk INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, chunk));
    CREATE TABLE day (day INTEGER PRIMARY KEY, used INTEGER NOT NULL);
    """

  /// The columns: of each row one value of fixed size, `chunk` rows in a row of `part`. Rows without a place have values that no
  /// question asks for: all bits one.
  enum Column: String, CaseIterable {
    /// UInt16: the number of the campus.
    case campus
    /// UInt8: the number of the category in the closed list.
    case category
    /// UInt16: the number of the feeds that gave the hours.
    case trust
    /// Three Floats: the position as a point on the unit sphere; not a number where there is none.
    case position

    /// Bytes of one value.
    var size: Int {
      switch self {
      case .campus, .trust: 2
      case .category: 1
      case .position: MemoryLayout<UnitVector>.stride
      }
    }
  }

  /// The name of the part that has the openings of a day.
  static func openings(ofDay day: Int64) -> String { "open \(day)" }
}
