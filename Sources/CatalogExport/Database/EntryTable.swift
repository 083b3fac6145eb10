import CampusCatalog

/// A table of the database that is filled from entries.
struct EntryTable: Sendable {
  typealias Cell = ExportTable.Cell
  typealias Column = ExportTable.Column

  let table: DatabaseTable
  /// Whether the number of the entry is the first value of a row, before the values that `rows` returns.
  let isNumbered: Bool
  let rows: @Sendable (Entry, ExportHeader) -> [[Cell]]

  /// All tables, in the order in which they are created.
  static let all: [EntryTable] =
    [entries] + ExportTable.allCases.map { lists[$0] ?? EntryTable($0) } + [
      diets, allergens, prices, tags, labels, aliases, links, images, sources, texts,
    ]

  // MARK: - All kinds

  private static let campusKey = "FOREIGN KEY (campus) REFERENCES campuses (id)"

  private static let number = Column("number", "the row of the entry in entries, entries_fts and places_rtree", .integer)

  private static let entries = EntryTable(
    "entries", "One row for each entry. The tables of each kind have its values.",
    [
      Column("id", "campus/feed/record: stable as long as the feed keeps its own key", isRequired: true),
      Column("kind", "the kind of the entry, and so its table", .choice(Entry.Kind.allCases.map(\.rawValue)), isRequired: true),
      Column("campus", "the id of the campus", isRequired: true), Column("name", "the name; quotes and menus have none"),
    ],
    constraints: ["PRIMARY KEY (number)", "UNIQUE (id)", campusKey], isNumbered: true
  ) { entry, _ in
    [[.text(entry.id.description), .text(entry.kind.rawValue), .text(entry.campus.description), Cell(entry.name)]]
  }

  // MARK: - Lists

  private static let position = Column("position", "the number of the row among those of the entry, from 1", .integer, isRequired: true)

  /// The tables of exports that have several rows for each entry, or none.
  private static let lists: [ExportTable: EntryTable] = [.hours: hours, .occurrences: occurrences, .dishes: dishes]

  /// The hours of places, several rows for each. (`PRAGMA integrity_check` of SQLite 3.40 expects the columns of the key first.)
  private static let hours = EntryTable(
    "hours", "What is known about each service day of a place: the rows whose dates and weekday include it.",
    [ExportTable.hours.columns[0], position] + ExportTable.hours.columns.dropFirst(),
    constraints: ["PRIMARY KEY (id, position)", "FOREIGN KEY (id) REFERENCES places (id)", campusKey]
  ) { entry, header in
    ExportTable.hours.rows(of: entry, header).enumerated().map { [$1[0], .integer($0 + 1)] + $1.dropFirst() }
  }

  /// The occurrences of events, as the hours of places.
  private static let occurrences = EntryTable(
    "occurrences", "When an event with times takes place: on the days whose dates and weekday are those of the row.",
    [ExportTable.occurrences.columns[0], position] + ExportTable.occurrences.columns.dropFirst(),
    constraints: ["PRIMARY KEY (id, position)", "FOREIGN KEY (id) REFERENCES events (id)", campusKey]
  ) { entry, header in
    ExportTable.occurrences.rows(of: entry, header).enumerated().map { [$1[0], .integer($0 + 1)] + $1.dropFirst() }
  }

  /// The dishes of menus.
  private static let dishes = EntryTable(
    "dishes", "The dishes of menus, as stated by the kitchen, in the order of the feed.",
    [ExportTable.dishes.columns[0], position] + ExportTable.dishes.columns.dropFirst(),
    constraints: ["PRIMARY KEY (id, position)", "FOREIGN KEY (id) REFERENCES menus (id)", campusKey]
  ) { entry, header in
    ExportTable.dishes.rows(of: entry, header).enumerated().map { [$1[0], .integer($0 + 1)] + $1.dropFirst() }
  }

  private static let diets = dishList(
    "diets", "The stated diets of dishes. A vegan dish is vegetarian even if only vegan is stated.",
    [Column("diet", "the diet", .choice(Diet.allCases.map(\.rawValue)), isRequired: true)]
  ) { $0.diets.map { [.text($0.rawValue)] } }

  private static let allergens = dishList(
    "allergens",
    "The stated allergens of dishes. A dish without any is free of them only if dishes.allergens_stated or covered_allergens says so.",
    [
      Column("code", "the allergen", .choice(Allergen.Code.allCases.map(\.rawValue)), isRequired: true),
      Column("detail", "the exact substance, such as wheat"),
    ]
  ) { $0.allergens.map { [.text($0.code.rawValue), Cell($0.detail)] } }

  private static let prices = dishList(
    "prices", "The prices of dishes.",
    [
      Column("role", "who pays it; none for everybody", .choice(Price.Role.allCases.map(\.rawValue))),
      Column("amount", "the amount", .decimal, isRequired: true), Column("currency", "its currency (ISO 4217)", isRequired: true),
      Column("per_amount", "the quantity that has this price; none for a portion", .decimal), Column("per_unit", "its unit, such as g"),
      Column("base", "a fixed part that is added", .decimal),
    ]
  ) { dish in
    dish.prices.map {
      [
        Cell($0.role?.rawValue), .decimal($0.amount), .text($0.currency), Cell(decimal: $0.per?.amount), Cell($0.per?.unit),
        Cell(decimal: $0.base),
      ]
    }
  }

  private static let tags = list("tags", "The feed's own words, such as products.", [Column("tag", "the word", isRequired: true)]) {
    $0.tags.map { [.text($0)] }
  }

  private static let labels = list("labels", "The feed's short categories.", [Column("label", "the label", isRequired: true)]) {
    $0.labels.map { [.text($0)] }
  }

  private static let aliases = list(
    "aliases", "Other ids of entries: earlier ones, and those of entries that were merged.", [Column("alias", "the id", isRequired: true)]
  ) { $0.aliases.map { [.text($0.description)] } }

  private static let links = list(
    "links", "Web pages about entries.",
    [
      Column("rel", "what the page is", .choice(Link.Relation.allCases.map(\.rawValue)), isRequired: true),
      Column("href", "its address, http or https", isRequired: true),
    ]
  ) { $0.links.map { [.text($0.relation.rawValue), .text($0.href.description)] } }

  private static let images = list(
    "images", "Pictures of entries.",
    [
      Column("role", "what it shows", .choice(Image.Role.allCases.map(\.rawValue)), isRequired: true),
      Column("href", "its address, http or https", isRequired: true),
    ]
  ) { $0.images.map { [.text($0.role.rawValue), .text($0.href.description)] } }

  private static let sources = list(
    "sources", "The records of feeds that entries come from.",
    [Column("feed", "the id of the feed", isRequired: true), Column("record", "the feed's own key of the record", isRequired: true)],
    constraints: ["FOREIGN KEY (feed) REFERENCES feeds (id)"]
  ) { $0.sources.map { [.text("\($0.feed)"), .text($0.record)] } }

  // MARK: - Full-text search

  /// The texts for the full-text index: a table, because programs that find the index of a table do not find that of a view.
  private static let texts = EntryTable(
    "entry_texts",
    "The texts of all entries, as entries_fts has them. A quote's name is its author, and its description the words; a menu's has its dishes.",
    [
      Column("id", "the id of the entry", isRequired: true), Column("kind", "its kind", isRequired: true),
      Column("campus", "the id of the campus", isRequired: true), Column("name", "the name"),
      Column("tags", "the feed's own words, one on each line"),
      Column("labels", "the feed's short categories, one on each line"), Column("building", "the building"),
      Column("abbreviation", "its abbreviation"), Column("description", "the description"), Column("notice", "what is different now"),
    ],
    constraints: ["PRIMARY KEY (number)", "FOREIGN KEY (number) REFERENCES entries (number)"], isNumbered: true
  ) { entry, _ in
    let (location, quote) = (entry.location, entry.quote)
    return [
      [
        .text(entry.id.description), .text(entry.kind.rawValue), .text(entry.campus.description), Cell(quote?.author ?? entry.name),
        Cell(lines: entry.tags), Cell(lines: entry.labels), Cell(location?.building), Cell(location?.abbreviation),
        entry.menu.map { Cell(lines: [entry.description].compactMap(\.self) + $0.dishes.map(\.name)) }
          ?? Cell(quote?.text ?? entry.description),
        Cell(entry.notice),
      ]
    ]
  }
}

extension EntryTable {
  /// - Parameters:
  ///   - about: the content of the table, as a sentence.
  ///   - constraints: the table's constraints, in SQL.
  private init(
    _ name: String, _ about: String, _ columns: [Column], constraints: [String], isNumbered: Bool = false,
    rows: @escaping @Sendable (Entry, ExportHeader) -> [[Cell]]
  ) {
    table = DatabaseTable(
      name, about, (isNumbered ? [Self.number] : []) + columns, constraints: constraints, hasRowID: isNumbered)
    self.isNumbered = isNumbered
    self.rows = rows
  }

  /// Creates the table of an export.
  private init(_ table: ExportTable) {
    self.init(
      table.rawValue, "One row for each \(table.kind.rawValue).", table.columns,
      constraints: [
        "PRIMARY KEY (number)", "UNIQUE (id)", "FOREIGN KEY (number) REFERENCES entries (number)",
        "FOREIGN KEY (id) REFERENCES entries (id)", Self.campusKey,
      ], isNumbered: true
    ) { table.rows(of: $0, $1) }
  }

  /// Creates a table of lists: its rows are values of entries, which `position` numbers.
  private static func list(
    _ name: String, _ about: String, _ columns: [Column], constraints: [String] = [], values: @escaping @Sendable (Entry) -> [[Cell]]
  ) -> EntryTable {
    let key = [Column("id", "the id of the entry", isRequired: true), position]
    let constraints = ["PRIMARY KEY (id, position)", "FOREIGN KEY (id) REFERENCES entries (id)"] + constraints
    return EntryTable(name, about, key + columns, constraints: constraints) { entry, _ in
      let id = Cell.text(entry.id.description)
      return values(entry).enumerated().map { [id, .integer($0 + 1)] + $1 }
    }
  }

  /// Creates a table of lists of dishes: its rows are values of dishes, which `position` numbers.
  private static func dishList(
    _ name: String, _ about: String, _ columns: [Column], values: @escaping @Sendable (Dish) -> [[Cell]]
  ) -> EntryTable {
    let key = [
      Column("id", "the id of the menu", isRequired: true),
      Column("dish", "the position of the dish in dishes", .integer, isRequired: true),
      Column("position", "the number of the row among those of the dish, from 1", .integer, isRequired: true),
    ]
    let constraints = ["PRIMARY KEY (id, dish, position)", "FOREIGN KEY (id, dish) REFERENCES dishes (id, position)"]
    return EntryTable(name, about, key + columns, constraints: constraints) { entry, _ in
      let id = Cell.text(entry.id.description)
      return (entry.menu?.dishes ?? []).enumerated().flatMap { number, dish in
        values(dish).enumerated().map { [id, .integer(number + 1), .integer($0 + 1)] + $1 }
      }
    }
  }
}
