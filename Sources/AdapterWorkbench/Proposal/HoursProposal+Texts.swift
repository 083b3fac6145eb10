import AdapterTesting
import FeedKit
import FeedMapping

extension HoursProposal {
  mutating func findTexts(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let lists = column.arrays.map { $0.compactMap { value in if case .string(let text) = value { text } else { nil } } }
        .filter { $0.count == 7 }
      guard lists.count * 2 >= max(column.arrays.count, 1), !lists.isEmpty else { continue }
      let texts = lists.flatMap { $0 }
      guard texts.count(where: { $0.utf8.count <= 120 && RowTimes.isHours($0) }) * 5 >= texts.count * 4,
        texts.contains(where: { $0.contains(where: \.isNumber) })
      else { continue }
      let closed = (0..<7).map { day in lists.count { $0[day].lowercased().hasPrefix("closed") || $0[day].isEmpty } }
      let (monday, sunday) = (closed[5] + closed[6], closed[6] + closed[0])
      let isSunday = (sunday > monday) != (flipped == .firstDay)
      doubts.insert(.firstDay)
      let reason =
        monday == sunday
        ? "nothing says which day is first"
        : "\(max(monday, sunday)) are closed on the days that would be the weekend if the first is \(isSunday ? "Sunday" : "Monday")"
      add(
        "week", .of(("list", .string(column.pointer)), ("first", .string(isSunday ? "sunday" : "monday"))),
        monday == sunday ? .low : .medium, "\(column.key) has seven texts such as \"\(texts[0].prefix(40))\"; \(reason)")
      return
    }
    let days = table.columns.filter { column in
      !column.isInArray && column.key.utf8.count <= 12 && WeekdayRange(column.key).map { $0.first == $0.last } ?? false
        && column.mostTexts(0.8, RowTimes.isHours)
    }
    for parent in days.map(\.parent) where days.count(where: { $0.parent == parent }) >= 5 {
      let week = days.filter { $0.parent == parent }
      add(
        "week", .object(week.map { (key: $0.lowerKey, value: .string($0.pointer)) }), .high,
        "\(week.map(\.key).joined(separator: ", ")) have texts such as \"\(week[0].texts[0].prefix(40))\"")
      return
    }
  }

  mutating func findClosedDates(in table: RecordTable) {
    for column in table.columns where !column.isInArray && column.depth > 0 {
      let texts = column.arrays.flatMap { $0 }.compactMap { value in if case .string(let text) = value { text } else { nil } }
      guard let form = RowDays.form(ofDates: texts, flipping: flipped), column.has("close", "closing", "holiday") else { continue }
      if !form.isCertain { doubts.insert(.order) }
      add(
        "closedDates", .of(("each", .string(column.pointer)), ("date", .string("")), ("order", form.order.map { .string($0) })),
        form.isCertain ? .high : .medium, "\(column.key) has dates such as \"\(texts[0].prefix(40))\"\(form.reason)")
      return
    }
  }
}
