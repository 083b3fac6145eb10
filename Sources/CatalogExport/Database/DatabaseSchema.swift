/// The parts of the database besides its tables: views, and the parts that need all entries.
enum DatabaseSchema {
  /// The views.
  static let views = text("views")

  /// The index of all words of `entry_texts`. Other programs find it by this spelling of `content`.
  static let search = text("search")

  /// The table of positions. Places without one are not in it.
  static let positions = text("positions")

  /// The indexes for the most frequent questions.
  static let indexes = text("indexes")

  private static func text(_ name: String) -> String { EmbeddedFiles.texts["Database/\(name).sql"] ?? "" }
}
