import FeedKit

/// Reads the meals of a day. Every meal with a name is a dish, whatever else of it cannot be read.
struct DayMenu {
  /// The feed does not say which meal of the day it is about.
  static let meal = Meal(kind: .other)

  /// A category for each element, with its dishes, and then the dishes without one.
  private(set) var sections: [MenuSection] = []
  /// What could not be read, with the pointers from the day.
  private(set) var faults: [(code: ReasonCode, pointer: String, message: String)] = []

  /// What notes mean.
  private let codes: CodeTable

  private static let roles: [String: Price.Role] = ["student": .student, "employee": .employee, "pupil": .pupil, "other": .guest]

  init(of day: XMLElement, _ codes: CodeTable) {
    self.codes = codes
    for (position, category) in day.elements("category").enumerated() {
      sections.append(MenuSection(name: category.attribute("name"), dishes: dishes(category, "/category/\(position)")))
    }
    sections.append(MenuSection(dishes: dishes(day, "")))
  }

  private mutating func dishes(_ parent: XMLElement, _ pointer: String) -> [Dish] {
    var dishes: [Dish] = []
    for (index, meal) in parent.elements("meal").enumerated() { dishes.append(dish(meal, "\(pointer)/meal/\(index)")) }
    return dishes
  }

  private mutating func dish(_ meal: XMLElement, _ pointer: String) -> Dish {
    var prices: [Price] = []
    for (index, element) in meal.elements("price").enumerated() {
      do throws(Fault) {
        if let price = try Self.price(element, others: prices) { prices.append(price) }
      } catch {
        faults.append((.menuPrice, "\(pointer)/price/\(index)", error.message))
      }
    }
    for (index, _) in meal.elements("name").enumerated().dropFirst() {
      faults.append((ReasonCode(FieldError.Code.value), "\(pointer)/name/\(index)", "left out: a dish has one name"))
    }
    let name = meal.elements("name").first?.text ?? ""
    let notes = meal.elements("note").map(\.text)
    let known = codes.meanings(of: notes.compactMap(PlainText.remark))
    // Notes are remarks: nothing says that they name all allergens, and some feeds have others in the name.
    return Dish(
      name: name, notes: known.others, diets: known.diets, allergens: known.allergens, allergensStated: false, prices: prices)
  }

  private struct Fault: Error { let message: String }

  /// Returns a price; nil if it is none.
  private static func price(_ element: XMLElement, others: [Price]) throws(Fault) -> Price? {
    let text = element.text
    guard let price = PriceText(text, currency: "EUR", decimal: ".") else {
      throw Fault(message: "\"\(text.prefix(60))\" is not a price; left out")
    }
    guard case .amount(let amount) = price else { return nil }
    guard let role = element.attribute("role").flatMap({ roles[$0] }), !others.contains(where: { $0.role == role }) else {
      throw Fault(message: "left out: its role is missing, unknown or repeated")
    }
    return Price(role: role, amount: amount, currency: "EUR")
  }
}
