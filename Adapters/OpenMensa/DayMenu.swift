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
    noteOthers(in: day, than: ["category", "meal", "closed"], "")
    for (position, category) in day.elements("category").enumerated() {
      noteOthers(in: category, than: ["meal"], "/category/\(position)")
      sections.append(MenuSection(name: category.attribute("name"), dishes: dishes(category, "/category/\(position)")))
    }
    sections.append(MenuSection(dishes: dishes(day, "")))
  }

  private mutating func dishes(_ parent: XMLElement, _ pointer: String) -> [Dish] {
    var dishes: [Dish] = []
    for (index, meal) in parent.elements("meal").enumerated() { dishes.append(dish(meal, "\(pointer)/meal/\(index)")) }
    return dishes
  }

  /// Adds a fault for the texts and elements inside an element that the format does not have.
  private mutating func noteOthers(in element: XMLElement, than known: Set<String>, _ pointer: String) {
    let others = Set(element.children.lazy.map(\.name)).subtracting(known).sorted()
    for name in others {
      faults.append((ReasonCode(FieldError.Code.type), "\(pointer)/\(name.prefix(60))", "left out: an element that is not in the format"))
    }
    if let text = PlainText.remark(element.text) {
      faults.append((.menuText, pointer, "\"\(text.prefix(60))\" left out: text outside the elements of a meal"))
    }
  }

  /// Returns the text of an element; nil, with a fault, if there are elements in it: without theirs, it would mean something else.
  private mutating func text(of element: XMLElement, _ pointer: String) -> String? {
    guard element.children.first != nil else { return element.text }
    faults.append((ReasonCode(FieldError.Code.type), pointer, "left out: expected text, found elements"))
    return nil
  }

  private mutating func dish(_ meal: XMLElement, _ pointer: String) -> Dish {
    noteOthers(in: meal, than: ["name", "note", "price"], pointer)
    var prices: [Price] = []
    for (index, element) in meal.elements("price").enumerated() {
      guard let text = text(of: element, "\(pointer)/price/\(index)") else { continue }
      do throws(Fault) {
        if let price = try Self.price(text, role: element.attribute("role"), others: prices) { prices.append(price) }
      } catch {
        faults.append((.menuPrice, "\(pointer)/price/\(index)", error.message))
      }
    }
    for (index, _) in meal.elements("name").enumerated().dropFirst() {
      faults.append((ReasonCode(FieldError.Code.value), "\(pointer)/name/\(index)", "left out: a dish has one name"))
    }
    let name = meal.elements("name").first.flatMap { text(of: $0, "\(pointer)/name/0") } ?? ""
    var notes: [String] = []
    for (index, element) in meal.elements("note").enumerated() {
      if let note = text(of: element, "\(pointer)/note/\(index)") { notes.append(note) }
    }
    let known = codes.meanings(of: notes.compactMap(PlainText.remark))
    // Notes are remarks: nothing says that they name all allergens, and some feeds have others in the name.
    return Dish(
      name: name, notes: known.others, diets: known.diets, allergens: known.allergens, allergensStated: false, prices: prices)
  }

  private struct Fault: Error { let message: String }

  /// Returns a price; nil if it is none.
  private static func price(_ text: String, role: String?, others: [Price]) throws(Fault) -> Price? {
    guard let price = PriceText(text, currency: "EUR", decimal: ".") else {
      throw Fault(message: "\"\(text.prefix(60))\" is not a price; left out")
    }
    guard case .amount(let amount) = price else { return nil }
    guard let role = role.flatMap({ roles[$0] }), !others.contains(where: { $0.role == role }) else {
      throw Fault(message: "left out: its role is missing, unknown or repeated")
    }
    return Price(role: role, amount: amount, currency: "EUR")
  }
}
