package import CampusCatalog
import OpeningHours

/// The dishes that a question finds at other times than the one in question: at meals of its day that are over, and on the next day that has
/// such dishes.
struct DishesAtOtherTimes {
  /// A dish of a place.
  private struct Found: Hashable {
    let dish: String
    let place: String
  }

  private var earlier: [Found] = []
  private var later: [Found] = []
  private var today: LocalDate?
  private var nextDay: LocalDate?
  private let asked: LocalDate
  private let isNow: Bool
  private let style: RegionalStyle

  /// The number of dishes that the text names.
  private static let mostNamed = 3

  /// - Parameter groups: the places and their menus of all days.
  init(_ groups: [(place: Entry, menus: [Entry])], _ filter: DishFilter, by rule: StatusRule) {
    (isNow, asked) = (rule.kind == .now, rule.date)
    style = rule.style(of: Set(groups.map(\.place.campus)))
    var byDay: [LocalDate: [(place: Entry, menu: Entry)]] = [:]
    var seen: Set<Found> = []
    for (place, menus) in groups {
      let date = rule.date(of: place)
      for menu in menus.sorted(by: MenuQuery.isBefore) {
        guard let day = menu.menu?.date, day >= date else { continue }
        if day > date {
          byDay[day, default: []].append((place, menu))
        } else {
          let found = Self.found(filter, place, menu)
          if !found.isEmpty { today = today ?? date }
          earlier += found.filter { seen.insert($0).inserted }
        }
      }
    }
    seen = []
    for (day, menus) in byDay.sorted(by: { $0.key < $1.key }) {
      for (place, menu) in menus {
        later += Self.found(filter, place, menu).filter { seen.insert($0).inserted }
      }
      if !later.isEmpty {
        nextDay = day
        break
      }
    }
  }

  private static func found(_ filter: DishFilter, _ place: Entry, _ menu: Entry) -> [Found] {
    var leftOut = DishFilter.LeftOut()
    let dishes = filter.applied(to: menu, &leftOut)?.menu?.dishes ?? []
    return dishes.map { Found(dish: $0.name, place: place.name ?? place.id.description) }
  }

  /// The text, such as "Was on today’s menu: Schnitzel (Alte Mensa). On the menu on Thu 3 Dec: Schnitzel (Mensa Süd)."; nil if there are none.
  var text: String? {
    var texts: [String] = []
    if let today {
      texts.append(
        isNow
          ? style.words.text("dishes-were-today", ["dishes": list(earlier)])
          : style.words.text("dishes-were-on", ["date": style.date(today, from: asked), "dishes": list(earlier)]))
    }
    if let nextDay {
      texts.append(style.words.text("dishes-on", ["date": style.date(nextDay, from: asked), "dishes": list(later)]))
    }
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private func list(_ found: [Found]) -> String {
    let named = found.prefix(Self.mostNamed).map { "\($0.dish) (\($0.place))" }.joined(separator: ", ")
    let rest = found.count - Self.mostNamed
    return rest > 0 ? "\(named) \(style.words.text("and-more", ["count": "\(rest)"]))" : named
  }
}

extension MenuQuery {
  /// Returns when dishes that the query does not find are on the menu otherwise: earlier on the day in question, and on the next day with such
  /// dishes; nil if never.
  package func otherTimes(in entries: [Entry], by rule: StatusRule) -> String? {
    DishesAtOtherTimes(menusOfAllDays(in: entries, by: rule), dishes, by: rule).text
  }
}

extension PlaceQuery {
  /// Returns the same for the dishes with the words of the search; nil if it found some. The states of places do not matter.
  ///
  /// - Parameter conditions: as in `withDishes`.
  package func otherTimesOfDishes(_ conditions: DishFilter = DishFilter(), in entries: [Entry], by rule: StatusRule) -> String? {
    guard !hasDishesWithWords, let meaning, meaning.words != nil else { return nil }
    var query = MenuQuery()
    query.dishes = conditions
    query.dishes.words = DishWords(meaning)
    (query.places.filter, query.places.near, query.places.needsPosition) = (filter, near, needsPosition)
    // Conditions on dishes at the time in question have become ids.
    (query.places.filter.state, query.places.filter.staysOpen) = (nil, nil)
    if conditions != DishFilter() { query.places.filter.ids = nil }
    query.places.order = .distance
    return query.otherTimes(in: entries, by: rule)
  }
}
