import CampusCatalog
import CatalogQuery

extension Parameters {
  /// Returns the conditions on dishes: `diet`, `without`, `price` and `role`, each as an option of the commands.
  mutating func dishes() throws(Problem) -> DishFilter {
    let (filter, role) = try dishesAndRole()
    if role != nil, filter.maximum == nil { throw .parameter("role", "role needs a maximum price; give one with price.") }
    return filter
  }

  /// Returns the conditions on dishes, and the role, which may be alone: then, it only chooses the prices that are shown.
  mutating func dishesAndRole() throws(Problem) -> (DishFilter, Price.Role?) {
    var filter = DishFilter()
    for name in list("diet") {
      do throws(QueryError) { filter.diets.insert(try Diet.named(name)) } catch { throw .choice(name, of: "diet", "\(error.message).") }
    }
    let names = list("without")
    // An empty field of a form asks for nothing.
    if names.isEmpty, values("without").contains(where: { !$0.isEmpty }) {
      throw .parameter("without", "without names no allergen; leave it out or name one, such as milk.")
    }
    for name in names {
      do throws(QueryError) { filter.without.formUnion(try Allergen.Code.named(name)) } catch {
        throw .choice(name, of: "without", "\(error.message).")
      }
    }
    let role = try choice("role", of: Price.Role.self)
    guard let price = try value("price") else { return (filter, role) }
    do throws(QueryError) { filter.maximum = try DishFilter.Maximum(parsing: price, role: role) } catch {
      throw .choice(price, of: "price", "\(error.message).")
    }
    return (filter, role)
  }
}
