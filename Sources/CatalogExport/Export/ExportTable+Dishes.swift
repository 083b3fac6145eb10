import CampusCatalog
import OpeningHours

// MARK: - Dishes

extension ExportTable {
  /// The prices of a dish that have columns of their own: the first of each role, if they have the currency and the quantity of the first.
  private struct PriceColumns {
    let first: Price?
    /// The amount of each column of `roles`.
    let amounts: [String?]
    /// The prices that have no column.
    let others: [Price]

    static let roles: [Price.Role?] = [nil] + Price.Role.allCases

    init(_ prices: [Price]) {
      first = prices.first
      var amounts: [Price.Role?: String] = [:]
      var others: [Price] = []
      for price in prices {
        if price.isLike(prices[0]), amounts[price.role] == nil { amounts[price.role] = price.amount } else { others.append(price) }
      }
      self.amounts = Self.roles.map { amounts[$0] }
      self.others = others
    }
  }

  private static let menuColumns = key + [Entry.Field.place, .date, .meal].flatMap(\.info.columns)

  static let dishColumns: [Column] =
    menuColumns.map(\.column) + [
      Column("section", "the feed's name of the section"), Column("name", "the dish", isRequired: true),
      Column("notes", "remarks of the feed, one on each line"), Column("diets", "the stated diets, one on each line"),
      Column("allergens", "the stated allergens, one on each line, such as gluten: wheat"),
      Column(
        "allergens_stated", "whether all of them are stated; if not, the dish is not free of anything but covered_allergens", .boolean,
        isRequired: true),
      Column(
        "covered_allergens", "if not all of them are stated: those that are, so that the dish has no others of these, one on each line"),
      Column("labels", "other labels of the feed, one on each line"),
    ]
    + PriceColumns.roles.map { role in
      role.map { Column("price_\($0.rawValue)", "the price for \($0.rawValue)s", .decimal) }
        ?? Column("price", "the price for everybody", .decimal)
    } + [
      Column("currency", "the currency of these prices (ISO 4217)"),
      Column("per_amount", "the quantity that has these prices; none for a portion", .decimal),
      Column("per_unit", "its unit, such as g"), Column("base", "a fixed part that is added to these prices", .decimal),
      Column("more_prices", "other prices, one on each line, such as guest 1.20 EUR per 100 g"),
      Column("time_zone", "the zone of the times (IANA)"),
    ]

  /// Returns a row for each dish of a menu, in the order of the feed.
  ///
  /// - Parameter zone: the zone of the campus.
  static func dishes(of entry: Entry, _ zone: Zone?) -> [[Cell]] {
    let start = menuColumns.map { $0.cell(entry, zone) }
    let covered = entry.menu?.coveredAllergens.map(\.rawValue) ?? []
    return (entry.menu?.sections ?? []).flatMap { section in
      section.dishes.map { dish in
        let prices = PriceColumns(dish.prices)
        var row = start + [Cell(section.name), .text(dish.name), Cell(lines: dish.notes), Cell(lines: dish.diets.map(\.rawValue))]
        row += [Cell(lines: dish.allergens.map(\.text)), .boolean(dish.allergensStated && covered.isEmpty)]
        row += [Cell(lines: dish.allergensStated ? covered : []), Cell(lines: dish.labels)]
        row += prices.amounts.map { Cell(decimal: $0) }
        row += [Cell(prices.first?.currency), Cell(decimal: prices.first?.per?.amount), Cell(prices.first?.per?.unit)]
        return row + [Cell(decimal: prices.first?.base), Cell(lines: prices.others.map(\.text)), Cell(zone?.name)]
      }
    }
  }
}

extension Allergen {
  /// The code and the detail, such as "gluten: wheat".
  var text: String { detail.map { "\(code.rawValue): \($0)" } ?? code.rawValue }
}

extension Price {
  /// Whether the amounts of two prices can be compared.
  fileprivate func isLike(_ other: Price) -> Bool { currency == other.currency && per == other.per && base == other.base }

  /// The price, such as "guest 1.20 EUR per 100 g plus 0.50".
  fileprivate var text: String {
    let parts = [role?.rawValue, "\(amount) \(currency)", per.map { "per \($0.amount) \($0.unit)" }, base.map { "plus \($0)" }]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
