import CampusCatalog
import OpeningHours
import SimdJSON

/// The menu of a place, with the terms of schema.org: what the kitchen states about diets, and prices.
///
/// Schema.org has no term for allergens, so they are text.
struct LinkedMenu {
  private let menu: Menu
  private let entry: Entry
  private let zone: Zone?

  /// - Parameter zone: the zone of the campus.
  init(_ menu: Menu, _ entry: Entry, in zone: Zone?) { (self.menu, self.entry, self.zone) = (menu, entry, zone) }

  /// Writes the members of a node about the place, which is the same thing as the node with its other properties.
  func write(to writer: inout JSONWriter) {
    writer.member("@type", "FoodEstablishment")
    writer.member("@id", "#\(menu.place)")
    writer.object("hasMenu") { writer in
      writer.member("@type", "Menu")
      writer.member("@id", "#\(entry.id)")
      writer.member("identifier", entry.id.description)
      writer.member("name", menu.meal.name)
      writer.member("description", entry.description)
      writer.member("temporalCoverage", days)
      writer.objects("hasMenuSection", menu.sections) { section, writer in
        writer.member("@type", "MenuSection")
        writer.member("name", section.name)
        writer.objects("hasMenuItem", section.dishes) { write($0, to: &$1) }
      }
    }
  }

  /// The service day, or the times of the meal if both are known.
  private var days: String {
    let (from, to) = (time(menu.meal.from), time(menu.meal.to))
    guard let from, let to else { return menu.date.description }
    return "\(from)/\(to)"
  }

  private func time(_ time: LocalTime?) -> String? {
    guard let time, let zone, let date = menu.date.adding(days: Int(time.minutes) / 1440),
      let clock = ClockTime(seconds: Int(time.minutes) % 1440 * 60)
    else { return nil }
    return zone.instant(LocalDateTime(date: date, time: clock)).map { zone.text($0) }
  }

  private func write(_ dish: Dish, to writer: inout JSONWriter) {
    writer.member("@type", "MenuItem")
    writer.member("name", dish.name)
    let lines = dish.notes + [allergens(of: dish)].compactMap(\.self)
    writer.member("description", lines.isEmpty ? nil : lines.joined(separator: "\n"))
    writer.member("keywords", dish.labels)
    writer.member("suitableForDiet", Diet.allCases.filter(dish.isSuitable).compactMap(\.schemaType).map { "https://schema.org/\($0)" })
    if !dish.prices.isEmpty { writer.objects("offers", dish.prices) { Self.write($0, to: &$1) } }
  }

  private func allergens(of dish: Dish) -> String? {
    let start = "Allergens, as stated by the kitchen: "
    let list = dish.allergens.map(\.text).joined(separator: ", ")
    if !list.isEmpty { return start + list + (dish.allergensStated ? "" : "; others are not stated") }
    if !dish.allergensStated { return nil }
    let covered = menu.coveredAllergens.map(\.rawValue).joined(separator: ", ")
    return start + (covered.isEmpty ? "none" : "none of \(covered)")
  }

  private static func write(_ price: Price, to writer: inout JSONWriter) {
    writer.member("@type", "Offer")
    writer.member("category", price.role?.rawValue)
    guard price.per != nil || price.base != nil else { return writeAmount(price.amount, price, to: &writer) }
    writer.object("priceSpecification") { writer in
      guard let base = price.base else { return writeUnit(price, to: &writer) }
      writer.member("@type", "CompoundPriceSpecification")
      writer.objects("priceComponent", [true, false]) { isBase, writer in
        if !isBase { return writeUnit(price, to: &writer) }
        writer.member("@type", "UnitPriceSpecification")
        writeAmount(base, price, to: &writer)
      }
    }
  }

  private static func writeUnit(_ price: Price, to writer: inout JSONWriter) {
    writer.member("@type", "UnitPriceSpecification")
    writeAmount(price.amount, price, to: &writer)
    guard let per = price.per else { return }
    writer.object("referenceQuantity") { writer in
      writer.member("@type", "QuantitativeValue")
      writer.member("value", per.amount)
      writer.member("unitText", per.unit)
    }
  }

  private static func writeAmount(_ amount: String, _ price: Price, to writer: inout JSONWriter) {
    writer.member("price", amount)
    writer.member("priceCurrency", price.currency)
  }
}

extension Diet {
  /// The `RestrictedDiet` of schema.org; nil if there is none. (Little lactose is not the same as none.)
  fileprivate var schemaType: String? {
    switch self {
    case .vegan: "VeganDiet"
    case .vegetarian: "VegetarianDiet"
    case .halal: "HalalDiet"
    case .kosher: "KosherDiet"
    case .glutenFree: "GlutenFreeDiet"
    case .pescatarian, .lactoseFree: nil
    }
  }
}
