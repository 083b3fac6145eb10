import FeedKit

extension MappingAdapter {
  /// Adds the menus of the records in a reply, with notes on values that cannot be read.
  func readMenus(
    of root: JSONValue, in reply: FeedReply, _ zone: Zone?, _ context: ReadingContext, into draft: inout FeedDraft
  ) throws(AdapterError) {
    guard let menus = mapping.menus, let zone else { return }
    try readMenus(menus, mapping.levels[...], of: root, at: "", key: nil, in: reply, zone, context, into: &draft)
  }

  private func readMenus(
    _ menus: MenusRule, _ levels: ArraySlice<RecordsRule>, of group: JSONValue, at parent: String, key groupKey: String?,
    in reply: FeedReply, _ zone: Zone, _ context: ReadingContext, into draft: inout FeedDraft
  ) throws(AdapterError) {
    guard let rule = levels.first else { return }
    let pointer = parent + rule.pointer(in: group)
    let list = try rule.list(in: group, at: parent, of: reply)
    if rule.isOne {
      let isListed = addMenus(menus, of: list, group: group, key: groupKey, at: pointer, in: reply, zone, context, to: &draft)
      guard isListed || mapping.kind != .menu else { throw AdapterError(.wrongShape, in: reply.request, "there is no list of menus") }
      return
    }
    var rows = Rows(list)
    while draft.refusal == nil, let row = rows.next() {
      let token = rows.key.map { JSONPointer.escape($0) } ?? String(rows.count - 1)
      let (place, key) = ("\(pointer)/\(token)", rows.key ?? groupKey)
      if levels.count == 1 {
        _ = addMenus(menus, of: row, group: group, key: key, at: place, in: reply, zone, context, to: &draft)
      } else {
        try readMenus(menus, levels.dropFirst(), of: row, at: place, key: key, in: reply, zone, context, into: &draft)
      }
    }
  }

  /// Adds the menus of a record, and returns false if it has no list of them.
  private func addMenus(
    _ menus: MenusRule, of record: JSONValue, group: JSONValue, key: String?, at pointer: String, in reply: FeedReply, _ zone: Zone,
    _ context: ReadingContext, to draft: inout FeedDraft
  ) -> Bool {
    let record = record.anchored
    let scope = Scope(record: record, group: group, key: key, context)
    draft.checkTime(after: record.wordCount + record.textBytes + mapping.ruleCount)
    guard draft.refusal == nil else { return true }
    let isOfPlaces = mapping.kind != .menu
    let codes = draft.feed.codes ?? menus.codes
    let recordPointer = RecordPointer(request: reply.request, single: pointer)
    guard record.isObject || record.isArray else {
      if !isOfPlaces { draft.reject(record.fault(.type, "expected an object, found \(record.kind)"), at: recordPointer) }
      return true
    }
    if mapping.skip.hold(in: scope) {
      if !isOfPlaces { draft.skip(1) }
      return true
    }
    // Places that are left out or set aside are counted, and noted, when these are read.
    var unused = RecordNotes()
    let place = isOfPlaces ? try? mapping.entry?.recordKey(in: scope, &unused) : nil
    if isOfPlaces, place == nil { return true }
    var notes = draft.emptyNotes
    var isListed = true
    var found: [MenusRule.Found] = []
    var faults: [(fault: JSONFieldError, dishes: Int)] = []
    do throws(JSONFieldError) {
      isListed = try menus.forEach(in: scope, zone, codes, &notes) {
        found.append($0)
      } failing: {
        faults.append(($0, $1))
      }
    } catch {
      faults.append((error, 0))
    }
    for menu in found {
      guard let record = menu.place ?? place else { continue }
      draft.addMenu(
        of: record, date: menu.date, meal: menu.meal, coveredAllergens: codes.coveredAllergens, sections: menu.sections, in: reply,
        at: pointer, isPartOfPlace: isOfPlaces)
    }
    draft.add(notes, at: recordPointer)
    for (fault, dishes) in faults {
      // A place is good even if its menus are not.
      guard isOfPlaces else {
        draft.reject(fault, at: recordPointer)
        continue
      }
      let isMenu = dishes > 0 || fault.code != .type
      draft.note(
        isMenu ? .menuDate : ReasonCode(fault.code), in: reply, at: pointer + fault.pointer,
        isMenu ? "\(dishes.counted("dish", "dishes")) left out: \(fault.message)" : "\(fault.message); left out")
    }
    return isListed
  }
}
