/// The tables of an index.
///
/// A place has a row, a number from 0, as long as its name and id stay the same. The places that the index was built with have *base
/// rows*, numbered in the order of names (`NameSortKey`), so that the first matches of a search are found without sorting. Places that
/// were added later have *late rows* after those, in no order; `meta` lists where they belong (`RowOrder`).
///
/// FTS5 stores lists for word prefixes of up to three letters. For longer prefixes it would merge the lists of all matching words, which
/// is slow for words that many places have. `term` has all words, so that a search can name the few that match. It may still have words
/// of places that are gone.
enum IndexSchema {
  /// The version of the format. It is part of `IndexKey.edition`, so an index of another version is rebuilt.
  static let version = 6
  /// "agix" in ASCII: marks a file as an index.
  static let applicationID: Int32 = 0x6167_6978
  /// The number of rows in one chunk of a column.
  static let chunk = 1 << 12
  /// The number of days whose openings are stored. Older ones are replaced.
  static let days = 3

  /// `meta` has one row: `key` and `edition` are those of the `IndexKey`, `places` is the
  /// number of places, `capacity` the number of rows, `base` that of base rows, and `late` the list of late rows (`RowOrder.LateRow`).
  /// `dictionary` has the zstd dictionary of the lines (`LinePacker`).
  ///
  /// `campus.key` is the campus's digest in the `IndexKey`; `campus.versions` is a list of `RowVersion`. `place_group` numbers the
  /// groups of places (`PlaceGroup`) from 0. `place.line` is a compressed line. `part` has the columns (`Column`) and the openings of days
  /// (`DayOpening`) in chunks. `day.used` numbers the days in the order in which they were added.
  ///
  /// The FTS5 tables store no texts (`content = ''`) and no positions (`detail = none`), see https://www.sqlite.org/fts5.html. Words
  /// are already folded and separated by spaces, so the tokenizer `ascii` finds exactly them.
  static let tables = """
    CREATE TABLE meta (
      one INTEGER PRIMARY KEY, key TEXT NOT NULL, edition TEXT NOT NULL, places INTEGER NOT NULL, capacity INTEGER NOT NULL,
      base INTEGER NOT NULL, late BLOB NOT NULL
    );
    CREATE TABLE dictionary (bytes BLOB NOT NULL);
    CREATE TABLE campus (id TEXT PRIMARY KEY NOT NULL, key TEXT NOT NULL, versions BLOB NOT NULL);
    CREATE TABLE place_group (number INTEGER PRIMARY KEY, campus TEXT NOT NULL, feeds TEXT NOT NULL);
    CREATE TABLE place (row INTEGER PRIMARY KEY, line BLOB NOT NULL);
    CREATE VIRTUAL TABLE name_word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE VIRTUAL TABLE word USING fts5(words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE TABLE term (word TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TABLE part (name TEXT NOT NULL, chunk INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, chunk));
    CREATE TABLE day (day INTEGER PRIMARY KEY, used INTEGER NOT NULL);
    """

  /// The columns: one value of fixed size for each row, stored in `part`, `chunk` values in each of its rows. Rows without a place have
  /// a value that no query matches: the largest number, or NaN.
  enum Column: String {
    /// UInt32: the number of the group (`PlaceGroup`).
    case group
    /// UInt8: the number of the category in the closed list.
    case category
    /// Three Floats: the position as a point on the unit sphere; NaN if there is none.
    case position
  }

  /// Returns the name of the part that stores the openings of a day.
  static func openings(ofDay day: Int64) -> String { "open \(day)" }
}
