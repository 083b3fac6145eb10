import CampusCatalog
import Testing

@testable import CatalogExport

/// The columns that may be empty. All others always have a value, which readers rely on.
@Suite struct RequiredColumnTests {
  private static let databases = [
    "campuses": "name time_zone country latitude longitude",
    "feeds": "adapter url license outcome reason fetched_at checked_at time_zone entries rejected via",
    "entries": "name",
    "places": """
    category_label building abbreviation address region on_campus latitude longitude phone email menu order photo opening_hours room access \
    part_of description notice tags labels website aliases time_zone
    """,
    "hours": "from_date to_date weekday opens closes opens_minutes closes_minutes label level layer time_zone",
    "events": """
    city state state_code login_required building abbreviation address region on_campus latitude longitude room opening_hours status \
    end_unknown organizer cost audience online registration description notice tags labels website aliases time_zone
    """,
    "occurrences": "from_date to_date weekday starts ends starts_minutes ends_minutes label",
    "alerts": "starts_at ends_at description notice tags labels website aliases time_zone",
    "quotes": "author description notice tags labels website aliases time_zone",
    "menus": "meal_name starts ends description notice tags labels website aliases time_zone",
    "dishes": """
    meal_name starts ends section notes diets allergens covered_allergens labels price price_student price_employee price_guest price_pupil \
    currency per_amount per_unit base more_prices time_zone
    """,
    "allergens": "detail", "prices": "role per_amount per_unit base",
    "entry_texts": "name tags labels building abbreviation description notice",
  ]

  /// The numbers of rows are primary keys, which SQLite fills.
  @Test func columnsOfDatabases() throws {
    var found: [String: String] = [:]
    let definitions = EntryTable.all.map(\.table.definition) + HeaderTables.all.map(\.definition)
    for definition in definitions {
      let table = try #require(definition.firstMatch(of: /CREATE TABLE (\w+)/)).output.1
      let optional = definition.split(separator: "\n").dropFirst().compactMap { line -> Substring? in
        guard let column = line.prefixMatch(of: /\s+"?(\w+)"? (TEXT|INTEGER|REAL)( NOT NULL)?.*, --/)?.output, column.3 == nil else {
          return nil
        }
        return column.1 == "number" ? nil : column.1
      }
      if !optional.isEmpty { found[String(table)] = optional.joined(separator: " ") }
    }
    #expect(found == Self.databases)
  }

  @Test(arguments: [
    (HistoryTable.hours, "opens closes label run opens_at closes_at"), (.versions, "name category latitude longitude run"),
    (.runs, "reason fetched_at checked_at duration attempts bytes added changed gone"),
  ])
  func columnsOfHistories(_ table: HistoryTable, _ optional: String) {
    #expect(table.columns.filter { !$0.isRequired }.map(\.name).joined(separator: " ") == optional)
  }
}
