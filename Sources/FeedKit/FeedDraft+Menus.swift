public import CampusCatalog
public import OpeningHours

/// Adds menus.
extension FeedDraft {
  /// Adds the dishes of a place at a meal, or adds them to the menu that the same reply has for it already. Does nothing without dishes.
  /// Meals of a day are the same if they have the same name, kind and times.
  ///
  /// Texts are cleaned, and dishes without a name, or with "-" or "closed" instead, are left out. So are menus of meals whose name says
  /// that they are closed or private, of days that are more than `FeedLimits.menuDays` after the campus's date when the reply was
  /// received, and menus that an earlier reply has, too. Notes count them. Because of the date, the manifest of the adapter must have
  /// `usesDateOfReceipt`.
  ///
  /// - Parameters:
  ///   - record: the key of the place in this feed, as in the id of its entry. A registry file may assign the menu to a place of another
  ///     feed.
  ///   - date: the service day.
  ///   - coveredAllergens: the allergens that the feed can state; empty for all.
  ///   - sections: the dishes in the order of the feed.
  ///   - links: web pages about the menu.
  ///   - reply: the reply that has them.
  ///   - pointer: the location of the dishes in the reply.
  ///   - isPartOfPlace: whether the dishes are in the record of a place, which is counted itself. A menu without an id is then left out with
  ///     a note, not set aside as a record.
  public mutating func addMenu(
    of record: String, date: LocalDate, meal: Meal, coveredAllergens: Set<Allergen.Code> = [], sections: [MenuSection], links: [Link] = [],
    in reply: FeedReply, at pointer: String, isPartOfPlace: Bool = false
  ) {
    let recordPointer = RecordPointer(request: reply.request, single: pointer)
    checkTime(after: Self.workOfDish * sections.reduce(1) { $0 + $1.dishes.count })
    guard refusal == nil else { return }
    let cleaned = sections.compactMap { $0.cleaned(countingUnnamed: &menus.unnamed) }
    if cleaned.isEmpty { return }
    if let name = meal.name, ClosureLabel(name) != nil {
      let count = cleaned.reduce(0) { $0 + $1.dishes.count }
      let detail = "\(count.counted("dish", "dishes")) of \(date) left out: \"\(name.prefix(60))\" is closed or private"
      return add(Note(.menuSkipped, request: recordPointer.request, pointer: recordPointer.pointer, detail))
    }
    let today = feed.campus.timeZone.flatMap(reply.dateOfReceipt)
    if let last = today?.adding(days: limits.menuDays), date > last { return menus.later += 1 }
    let meal = Meal(name: meal.name.flatMap(PlainText.remark), kind: meal.kind, from: meal.from, to: meal.to)
    let name = meal.name.map { RecordKey.slug([$0]) } ?? ""
    let key = "menu-\(record)-\(date)-\(name.isEmpty ? meal.kind.rawValue : name)"
    let place = EntryID(feed: feed.id, record: record)
    // Such a place was set aside, with a note.
    if place == nil, isPartOfPlace { return }
    guard EntryID(feed: feed.id, record: key) != nil, let place else { return leaveOut(at: recordPointer, isPartOfPlace: isPartOfPlace) }
    let menu = Menu(place: place, date: date, meal: meal, coveredAllergens: coveredAllergens, sections: cleaned)
    menus.add(CollectedMenus.Element(key: key, links: links, pointer: recordPointer, isPartOfPlace: isPartOfPlace, menu: menu))
  }

  /// Leaves out a menu without an id.
  private mutating func leaveOut(at recordPointer: RecordPointer, isPartOfPlace: Bool) {
    guard isPartOfPlace else { return reject(Self.noID, at: recordPointer) }
    let code = ReasonCode(Self.noID.code)
    add(Note(code, request: recordPointer.request, pointer: recordPointer.pointer, "\(Self.noID.message); its dishes are left out"))
  }

  private static let noID = FieldError(.value, at: "", "no id can be made from the place and the meal")

  /// About the time that it takes to read and write a dish, in the unit of `workUntilCheck`.
  private static let workOfDish = 1 << 6

  /// Adds the menus that have been collected, and the notes that count those that were left out.
  mutating func addCollectedMenus() {
    let collected = menus
    menus = CollectedMenus()
    let shared = collected.elements.isEmpty ? [] : sharedIDs()
    var unplaced = 0
    for (element, key) in zip(collected.elements, collected.keys()) {
      if shared.contains(element.menu.place) {
        unplaced += 1
        continue
      }
      guard let id = EntryID(feed: feed.id, record: key) else {
        leaveOut(at: element.pointer, isPartOfPlace: element.isPartOfPlace)
        continue
      }
      let source = SourceReference(feed: feed.id, record: key)
      add(
        Entry(
          id: id, campus: feed.campus.id, name: nil, links: element.links, sources: [source], details: .menu(element.menu)),
        at: element.pointer)
    }
    if unplaced > 0 {
      add(Note(.menuPlace, "\(unplaced.counted("menu")) left out: several places have the id of their place"))
    }
    if collected.later > 0 {
      add(Note(.menuLater, "\(collected.later.counted("menu")) left out: more than \(limits.menuDays) days ahead"))
    }
    let repeated = collected.repeated.count { !shared.contains(collected.elements[$0].menu.place) }
    if repeated > 0 {
      add(Note(.menuRepeated, "\(repeated.counted("menu")) in more than one reply; the dishes are those of the first"))
    }
    if collected.unnamed > 0 { add(Note(.menuUnnamed, "\(collected.unnamed.counted("dish", "dishes")) without a name left out")) }
  }

  /// Returns the ids that different places have, so that it is unknown whose dishes are served where. Records that are equal in two
  /// replies, such as pages of a list, are the same place.
  private func sharedIDs() -> Set<EntryID> {
    var first: [EntryID: Int] = [:]
    var shared: Set<EntryID> = []
    for (index, id) in ids.enumerated() {
      guard let other = first.updateValue(index, forKey: id) else { continue }
      if pointers[index].request == pointers[other].request || !isEqual(index, other) { shared.insert(id) }
    }
    return shared
  }

  /// Removes the last dishes of a menu that has too many.
  mutating func limitDishes(of entry: inout Entry, _ menu: Menu, at recordPointer: RecordPointer) {
    let count = menu.dishCount
    guard count > limits.dishes else { return }
    var (menu, room) = (menu, limits.dishes)
    menu.sections = menu.sections.compactMap { section in
      defer { room -= min(room, section.dishes.count) }
      return room == 0 ? nil : MenuSection(name: section.name, dishes: Array(section.dishes.prefix(room)))
    }
    entry.details = .menu(menu)
    let detail = "\(count - limits.dishes) of \(count) dishes were left out"
    add(Note(.menuDishes, request: recordPointer.request, pointer: recordPointer.pointer, entry: entry.id, detail))
  }
}

/// The menus of a draft that is being filled: further sections may follow.
struct CollectedMenus {
  struct Element {
    /// The key of its record, not escaped; another meal may have the same.
    let key: String
    let links: [Link]
    let pointer: RecordPointer
    let isPartOfPlace: Bool
    var menu: Menu
  }

  /// What makes two menus the same.
  private struct Identity: Hashable {
    let key: String
    let meal: Meal

    init(_ element: Element) {
      key = element.key
      let meal = element.menu.meal
      self.meal = Meal(name: meal.name?.caseFolded, kind: meal.kind, from: meal.from, to: meal.to)
    }
  }

  /// The menus in the order in which they were added.
  private(set) var elements: [Element] = []
  private var indices: [Identity: Int] = [:]
  /// The menus that another reply has, too, by index.
  private(set) var repeated: Set<Int> = []
  /// The number of menus whose day is too far ahead.
  var later = 0
  /// The number of dishes without a name.
  var unnamed = 0

  /// Adds a menu, or its sections to the one that the same reply has.
  mutating func add(_ element: Element) {
    let identity = Identity(element)
    guard let index = indices[identity] else {
      indices[identity] = elements.count
      return elements.append(element)
    }
    if elements[index].pointer.request == element.pointer.request {
      elements[index].menu.sections += element.menu.sections
    } else {
      repeated.insert(index)
    }
  }

  /// Returns a key for each menu that no other has. Of meals with the same key, such as two lunches of a day, the earliest keeps it; the
  /// key of each other one gets the time when it begins, as in "…-lunch-1700", or a number. The order of the menus does not matter.
  func keys() -> [String] {
    var keys = elements.map(\.key)
    var taken = Set(keys)
    if taken.count == keys.count { return keys }
    let groups = Dictionary(grouping: elements.indices) { elements[$0].key }
    for (key, group) in groups.filter({ $0.value.count > 1 }).sorted(by: { $0.key < $1.key }) {
      let sorted = group.sorted { Self.precedes(elements[$0].menu.meal, elements[$1].menu.meal) }
      for (position, index) in sorted.enumerated().dropFirst() {
        var number = position + 1
        var other = elements[index].menu.meal.from.map { "\(key)-\($0.description.replacing(":", with: ""))" } ?? "\(key)-\(number)"
        while !taken.insert(other).inserted {
          other = "\(key)-\(number)"
          number += 1
        }
        keys[index] = other
      }
    }
    return keys
  }

  /// Sorts by beginning, then by end; meals without times come first.
  private static func precedes(_ left: Meal, _ right: Meal) -> Bool {
    func times(_ meal: Meal) -> (Int, Int) { (meal.from.map { Int($0.minutes) } ?? -1, meal.to.map { Int($0.minutes) } ?? -1) }
    if times(left) != times(right) { return times(left) < times(right) }
    return (left.kind.rawValue, left.name ?? "") < (right.kind.rawValue, right.name ?? "")
  }
}

extension MenuSection {
  /// Returns the section with clean texts; nil if no dish has a name.
  fileprivate func cleaned(countingUnnamed unnamed: inout Int) -> MenuSection? {
    let cleaned = dishes.compactMap { $0.cleaned() }
    unnamed += dishes.count - cleaned.count
    return cleaned.isEmpty ? nil : MenuSection(name: name.flatMap(PlainText.remark), dishes: cleaned)
  }
}

extension Dish {
  /// Returns the dish with clean texts; nil if it has no name, or if the name only says that there is none.
  fileprivate func cleaned() -> Dish? {
    guard let name = PlainText.remark(name), Self.isName(name) else { return nil }
    return Dish(
      name: name, notes: Self.cleaned(notes), diets: diets,
      allergens: allergens.map { $0.detail == nil ? $0 : Allergen($0.code, detail: $0.detail.flatMap(PlainText.remark)) },
      allergensStated: allergensStated, labels: Self.cleaned(labels), prices: prices)
  }

  /// Returns whether a text is the name of a dish: not only marks such as "-", and not just the word that the canteen is closed.
  private static func isName(_ text: String) -> Bool {
    func isNamed(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
    }
    return text.contains(where: isNamed) && !ClosureLabel.isInsteadOfDishes(text)
  }

  private static func cleaned(_ texts: [String]) -> [String] {
    if texts.isEmpty { return [] }
    var cleaned = UniqueTexts()
    for text in texts { if let line = PlainText.remark(text) { cleaned.insert(line) } }
    return cleaned.texts
  }
}
