import CampusCatalog
import OpeningHours

/// Compares two schedules of a place day by day and describes the changes in words.
///
/// Only service days that both schedules decide are compared: a window of dated hours that has moved on is not a change. Changes that
/// repeat weekly are described by weekday, all others by date.
///
/// Between two boundaries of layers each schedule repeats weekly, so one week of each stretch is enough, however long the stretch is.
struct HoursComparison {
  /// Changes with the codes `hours`, `hours.appeared`, `hours.label`, `hours.special`, `hours.special-ended`, `hours.vanished` and
  /// `hours.zone`.
  private(set) var changes: [Change] = []
  /// Whether both schedules have hours, but no day that both decide.
  var hasNoCommonDay: Bool { sides.map { Self.hasNoCommonDay($0.old, $0.new) } ?? false }

  /// The maximum number of date ranges that are described one by one.
  private static let maximumDates = 12
  /// The maximum number of different former hours that are given for days that are closed now.
  private static let maximumFormer = 3

  private let sides: (old: Schedule, new: Schedule)?
  private let now: Instant
  private let words: HoursDescription
  private let covered: Set<LocalDate>

  /// - Parameters:
  ///   - old: nil for a place without hours.
  ///   - new: nil for a place without hours.
  ///   - now: the time of the new catalog. Special hours that were over by then count as ended.
  ///   - style: how times and dates are written.
  ///   - isEvent: whether these are the times of an event.
  ///   - covered: dates that are described elsewhere.
  init(
    _ old: Schedule?, _ new: Schedule?, now: Instant, _ style: RegionalStyle = .international, isEvent: Bool = false,
    except covered: Set<LocalDate> = []
  ) {
    self.covered = covered
    words = HoursDescription(style: style, isEvent: isEvent)
    let (isKnown, willBeKnown) = (old?.layers.isEmpty == false, new?.layers.isEmpty == false)
    self.now = now
    guard let old, let new, isKnown, willBeKnown else {
      sides = nil
      if isKnown {
        let sentence = ChangeSentence.of(words.noun, "are no longer known")
        // An event without times lasts all day.
        let why = isEvent ? nil : "the hours vanished"
        add(.hoursVanished, "\(words.noun) are no longer known", isEvent ? .routine : .breaking, why: why, sentence: sentence)
      }
      if willBeKnown, let new {
        let week = words.week(of: new, from: new.zone.local(now).date)
        let text = "are known now" + (week.map { ": \($0)" } ?? "")
        add("hours.appeared", "\(words.noun) \(text)", sentence: .of(words.noun, text), gist: "\(words.noun) are known now")
      }
      return
    }
    sides = (old, new)
    if old.zone != new.zone {
      let text = "the clocks are those of \(new.zone.name), were those of \(old.zone.name)"
      add(.hoursZone, text, .suspicious, why: "the clocks changed", sentence: .at(text))
    }
    let alike = Schedule(zone: old.zone, layers: new.layers)
    var labels = LabelChanges(old, alike, today: today)
    if old.layers != alike.layers, Self.mayDiffer(old, alike) {
      let (before, after) = (old.canonical, alike.canonical)
      if before.layers != after.layers { compare((old, before), (alike, after), &labels) }
    }
    changes += labels.texts.map { Change("hours.label", field: "hours", $0, sentence: .at($0)) }
    for text in noteChanges(old, alike) { changes.append(Change("hours.note", field: "hours", text, sentence: .at(text))) }
  }

  /// Returns whether both schedules have hours, but no day that both decide.
  static func hasNoCommonDay(_ old: Schedule, _ new: Schedule) -> Bool {
    let days = stretches([old, new]).lazy.flatMap(\.days).compactMap { LocalDate(daysSinceEpoch: Int($0)) }
    var (wasKnown, isKnown) = (false, false)
    for date in days {
      let (old, new) = (old.plan(on: date) != .unknown, new.plan(on: date) != .unknown)
      if old, new { return false }
      (wasKnown, isKnown) = (wasKnown || old, isKnown || new)
    }
    return wasKnown && isKnown
  }

  /// Whether two schedules state different hours of a day that both decide, or of a week without end, or their usual hours end on different days.
  /// Most windows that have moved on do not.
  private static func mayDiffer(_ old: Schedule, _ new: Schedule) -> Bool {
    old.regularEnd != new.regularEnd
      || stretches([old, new]).contains { stretch in
        stretch.days.lazy.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.contains { date in
          let (old, new) = (old.plan(on: date), new.plan(on: date))
          return old != new && (stretch.end == nil || old != .unknown && new != .unknown)
        }
      }
  }

  /// The local date at the time of the new catalog.
  private var today: LocalDate? { sides?.new.zone.local(now).date }

  /// Returns the changes of the remarks on coming days, one for each text: "“By appointment” is noted for Tue 1 Dec 2026 and 2 more days".
  private func noteChanges(_ old: Schedule, _ new: Schedule) -> [String] {
    var days: [String: (appeared: [LocalDate], vanished: [LocalDate])] = [:]
    for date in Set((old.layers + new.layers).flatMap(\.notes.dates)).sorted() where date >= today ?? date {
      let (before, after) = (old.note(on: date), new.note(on: date))
      if UnicodeForm.isSame(before, after) { continue }
      if let after { days[after, default: ([], [])].appeared.append(date) }
      if let before { days[before, default: ([], [])].vanished.append(date) }
    }
    func text(_ note: String, _ verb: String, _ dates: [LocalDate]) -> String? {
      guard let first = dates.min() else { return nil }
      let others = dates.count > 1 ? " and \((dates.count - 1).counted("more day"))" : ""
      return "\(EntryComparison.quote(note)) \(verb) noted for \(words.style.date(first))\(others)"
    }
    return days.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { note, dates in
      [text(note, "is", dates.appeared), text(note, "is no longer", dates.vanished)].compactMap { $0 }
    }
  }

  // MARK: - Days

  /// The days between two boundaries of layers, where all weeks are equal in either schedule, or several such stretches in a row.
  private struct Stretch: Hashable, Comparable {
    /// The first day, in days since 1970-01-01; nil if unbounded.
    let start: Int32?
    /// The day after the last; nil if unbounded.
    let end: Int32?

    /// Days that represent the stretch: one week, or all days of a short stretch.
    var days: Range<Int32> {
      switch (start, end) {
      case (let start?, let end?): start..<(isLong ? start + 7 : end)
      case (let start?, nil): start..<(start + 7)
      case (nil, let end?): (end - 7)..<end
      case (nil, nil): 0..<7
      }
    }

    /// Whether the stretch is long enough to be described by weekday.
    var isLong: Bool {
      guard let start, let end else { return true }
      return end - start >= 14
    }

    var firstDate: LocalDate? { start.flatMap { LocalDate(daysSinceEpoch: Int($0)) } }

    var lastDate: LocalDate? { end.flatMap { LocalDate(daysSinceEpoch: Int($0) - 1) } }

    /// Returns " from Tue 1 Dec 2026 to Thu 31 Dec 2026", with a space before it; empty if unbounded.
    func text(_ style: RegionalStyle) -> String {
      switch (firstDate, lastDate) {
      case (nil, nil): ""
      case (let first?, nil): " from \(style.date(first)) on"
      case (nil, let last?): " until \(style.date(last))"
      case (let first?, let last?): " from \(style.date(first)) to \(style.date(last))"
      }
    }

    /// Sorts by the first day, then by the last. Unbounded stretches begin first and end last.
    static func < (left: Self, right: Self) -> Bool {
      (left.start ?? .min, left.end ?? .max) < (right.start ?? .min, right.end ?? .max)
    }
  }

  /// A schedule as the feed states it and in canonical form. A day counts as different only if it differs in both forms: equal statements
  /// are not a change even if a night at the edge of the known days is joined differently, and equal meanings are not a change either.
  private typealias Forms = (stated: Schedule, canonical: Schedule)

  /// Compares the days that represent each stretch, groups equal differences, and describes weekly ones first, then dated ones. Days whose
  /// services only have other labels, and days of special hours with a name, are described together.
  private mutating func compare(_ old: Forms, _ new: Forms, _ labels: inout LabelChanges) {
    var found: [PlanPair: [Weekday: [Stretch]]] = [:]
    var specials = SpecialHoursChanges(old.stated, new.stated)
    var losses: [Stretch: String] = [:]
    var hasCommonDay = false
    var (vanishing, staying) = (false, false)
    for stretch in Self.stretches([old.stated, old.canonical, new.stated, new.canonical]) {
      if stretch.isLong, let loss = loss(in: stretch.days, old.canonical, new.canonical) { losses[stretch] = loss }
      for day in stretch.days {
        guard let date = LocalDate(daysSinceEpoch: Int(day)) else { continue }
        let pair = PlanPair(old: old.canonical.plan(on: date), new: new.canonical.plan(on: date))
        let isDecided = pair.old != .unknown && pair.new != .unknown
        hasCommonDay = hasCommonDay || isDecided
        if stretch.end == nil {
          vanishing = vanishing || pair.old != .unknown
          staying = staying || pair.new != .unknown
        }
        // Hours that become known or unknown without end are not a moving window.
        guard pair.old != pair.new, old.stated.plan(on: date) != new.stated.plan(on: date) else {
          if isDecided { labels.addUnchanged(pair.old, on: date) }
          continue
        }
        if !stretch.isLong, covered.contains(date) { continue }
        if isDecided, labels.add(pair, on: date, isWeekly: stretch.isLong) { continue }
        if isDecided, specials.add(date, among: stretch.isLong ? stretch.days : nil) { continue }
        if isDecided || stretch.end == nil { found[pair, default: [:]][date.weekday, default: []].append(stretch) }
      }
    }
    if vanishing, !staying {
      add(
        .hoursVanished, "regular hours are no longer known", .breaking, why: "the hours vanished",
        sentence: .of("regular hours", "are no longer known"))
      found = found.filter { $0.key.new != .unknown }
    } else if let before = old.stated.regularEnd, let after = new.stated.regularEnd, before != after {
      let text = "are known until \(words.style.date(after)), were until \(words.style.date(before))"
      add(.hours, "hours \(text)", sentence: .of("hours", text))
    }
    guard hasCommonDay else { return }
    var weekly: [(period: Stretch, pair: PlanPair, days: [Weekday], loss: String?)] = []
    var dated: [(date: LocalDate, pair: PlanPair)] = []
    for (pair, weekdays) in found {
      // The changes of this pair in `weekly`.
      var indices: [Stretch: Int] = [:]
      for (weekday, stretches) in weekdays {
        for run in runs(Set(stretches), of: weekday) {
          if run.contains(where: \.isLong) {
            let period = Stretch(start: run.first?.start, end: run.last?.end)
            if let index = indices[period] {
              weekly[index].days.append(weekday)
            } else {
              indices[period] = weekly.count
              weekly.append((period, pair, [weekday], run.lazy.compactMap { losses[$0] }.first))
            }
          } else {
            dated += run.flatMap(\.days).compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { $0.weekday == weekday }
              .map { ($0, pair) }
          }
        }
      }
    }
    for index in weekly.indices { weekly[index].days.sort() }
    weekly.sort { [words] left, right in
      if left.period != right.period { return left.period < right.period }
      if left.days != right.days { return left.days.lexicographicallyPrecedes(right.days) }
      return words.change(left.pair.old, left.pair.new, "").text < words.change(right.pair.old, right.pair.new, "").text
    }
    var explained: Set<String> = []
    var described: Set<Stretch> = []
    let weeks = Dictionary(grouping: weekly) { $0.period }
    for (period, pair, days, loss) in weekly where !described.contains(period) {
      if let last = period.lastDate, addIfOver(period.firstDate ?? last, last) {
        described.insert(period)
        continue
      }
      let parts = weeks[period] ?? []
      if parts.reduce(0, { $0 + $1.days.count }) == 7, addWholeWeek(parts.map { ($0.pair, $0.days) }, period, loss) {
        described.insert(period)
        continue
      }
      var (text, sentence) = words.change(pair.old, pair.new, HoursDescription.weekdays(days) + period.text(words.style))
      if let name = period.firstDate.flatMap({ new.stated.specialName(on: $0) }) { (text, sentence) = Self.special(name, text) }
      var change = Change(.hours, field: "hours", text, loss == nil ? .routine : .suspicious, why: loss, sentence: sentence)
      // Each reason is shown once.
      if let loss { change.showsWhy = explained.insert(loss).inserted }
      changes.append(change)
    }
    describe(specials.runs)
    describe(dated.sorted { $0.date < $1.date })
  }

  /// Adds one change for a week that became, or was, open around the clock.
  ///
  /// - Parameter parts: the weekdays with the same hours before and after, together the whole week.
  /// - Returns: whether it is such a week.
  private mutating func addWholeWeek(_ parts: [(pair: PlanPair, days: [Weekday])], _ period: Stretch, _ loss: String?) -> Bool {
    func text(_ plan: (PlanPair) -> DayPlan) -> String {
      let days = Dictionary(grouping: parts) { plan($0.pair) }.map { (days: $1.flatMap(\.days).sorted(), plan: $0) }
      return words.week(days.sorted { $0.days.lexicographicallyPrecedes($1.days) }) ?? words.services(of: .closed)
    }
    if words.isEvent { return false }
    let sides = parts.map { (old: HoursDescription.Day($0.pair.old), new: HoursDescription.Day($0.pair.new)) }
    guard sides.allSatisfy(\.old.isWhole) || sides.allSatisfy(\.new.isWhole) else { return false }
    let change = "\(text(\.new))\(period.text(words.style)), was \(text(\.old))"
    add(.hours, change, loss == nil ? .routine : .suspicious, why: loss, sentence: .predicate("is \(change)"))
    return true
  }

  /// Returns how much of a week a place loses, if that is suspicious: it was open around the clock and no longer is, or is open for a third
  /// less. Nil for other weeks, and for weeks with special hours or unknown days.
  private func loss(in week: Range<Int32>, _ old: Schedule, _ new: Schedule) -> String? {
    guard let sides, !words.isEvent else { return nil }
    let dates = week.compactMap { LocalDate(daysSinceEpoch: Int($0)) }
    guard dates.allSatisfy({ !sides.old.isSpecial(on: $0) && !sides.new.isSpecial(on: $0) }) else { return nil }
    let (before, after) = (dates.map { old.plan(on: $0) }, dates.map { new.plan(on: $0) })
    guard !before.contains(.unknown), !after.contains(.unknown) else { return nil }
    let (was, now) = (Self.minutes(before), Self.minutes(after))
    let isWhole = before.allSatisfy { HoursDescription.Day($0).isWhole }
    guard isWhole ? now < was : (was - now) * 3 >= was && was > 0 else { return nil }
    return isWhole ? "was open around the clock" : HoursDescription.loss(was, now)
  }

  private static func minutes(_ week: [DayPlan]) -> Int { week.reduce(0) { $0 + HoursDescription.Day($1).minutes } }

  /// Groups the stretches in which a weekday differs in the same way into runs without interruption. Special hours do not interrupt a run:
  /// they hide the difference, and are described on their own.
  private func runs(_ stretches: Set<Stretch>, of weekday: Weekday) -> [[Stretch]] {
    var runs: [[Stretch]] = []
    for stretch in stretches.sorted() {
      if let last = runs.last?.last, let end = last.end, let start = stretch.start, isHidden(end..<start, on: weekday) {
        runs[runs.count - 1].append(stretch)
      } else {
        runs.append([stretch])
      }
    }
    return runs
  }

  /// Whether one of the schedules has special hours on this weekday in a range of days; true for an empty range, and false for one of more
  /// than 366 days.
  private func isHidden(_ days: Range<Int32>, on weekday: Weekday) -> Bool {
    guard let (old, new) = sides, days.count <= 366 else { return false }
    return days.lazy.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { $0.weekday == weekday }
      .allSatisfy { old.isSpecial(on: $0) || new.isSpecial(on: $0) }
  }

  /// Splits all days where a layer of one of the schedules begins or ends. Each date with individual hours is a stretch.
  private static func stretches(_ schedules: [Schedule]) -> [Stretch] {
    let sorted = Set(schedules.flatMap(\.layers).flatMap(\.boundaries)).sorted()
    return zip([nil] + sorted, sorted + [nil]).map { Stretch(start: $0, end: $1) }
  }

  // MARK: - Sentences

  /// Describes consecutive days with the same change, or that are closed now, as one change. After `maximumDates` of them, one change sums
  /// up the rest.
  private mutating func describe(_ dated: [(date: LocalDate, pair: PlanPair)]) {
    var runs: [(first: LocalDate, last: LocalDate, pair: PlanPair, former: [DayPlan])] = []
    for (date, pair) in dated {
      // Days with known former hours and days with unknown ones are described separately.
      if let run = runs.last, run.last.adding(days: 1) == date,
        run.pair == pair || run.pair.new == .closed && pair.new == .closed && run.pair.old != .unknown && pair.old != .unknown
      {
        runs[runs.count - 1].last = date
        if run.former.count <= Self.maximumFormer, !run.former.contains(pair.old) { runs[runs.count - 1].former.append(pair.old) }
      } else {
        runs.append((date, date, pair, [pair.old]))
      }
    }
    var described = 0
    for run in runs {
      if addIfOver(run.first, run.last) { continue }
      guard described < Self.maximumDates else {
        let text = "other \(words.noun) on more dates, up to \(words.style.date(runs[runs.count - 1].last))"
        return add(.hours, text, sentence: .predicate("has \(text)"))
      }
      described += 1
      let dates = words.dates(run.first, run.last)
      guard run.former.count == 1 else {
        let former = run.former.prefix(Self.maximumFormer).map { words.services(of: $0) }
        let more = run.former.count > former.count ? " or other hours" : ""
        let (text, sentence) = words.closed(dates, was: former.joined(separator: " or ") + more)
        add(.hours, text, sentence: sentence)
        continue
      }
      let (text, sentence) = words.change(run.pair.old, run.pair.new, dates)
      changes.append(Change(.hours, field: "hours", text, sentence: sentence))
    }
  }

  /// Describes special hours that have a name: one change for each name. After `maximumDates` ranges of days, the rest is summed up.
  private mutating func describe(_ runs: [SpecialHoursChanges.Run]) {
    guard let today else { return }
    var names: [String] = []
    let byName = Dictionary(grouping: runs, by: \.name)
    var seen: Set<String> = []
    for run in runs where seen.insert(run.name).inserted { names.append(run.name) }
    for name in names {
      var states: [(state: SpecialHoursChanges.Run.State, dates: [String], last: LocalDate)] = []
      let all = byName[name] ?? []
      for run in all.prefix(Self.maximumDates) {
        let dates = words.style.text(run.first...run.last, inYear: today.components.year)
        if let index = states.firstIndex(where: { $0.state == run.state && ($0.last < today) == (run.last < today) }) {
          states[index].dates.append(dates)
          states[index].last = run.last
        } else {
          states.append((run.state, [dates], run.last))
        }
      }
      var given: [String] = []
      for (state, dates, last) in states {
        let when = dates.joined(separator: ", ")
        switch state {
        case .given(let plan, let former): given.append(words.special(plan, was: former, when))
        case .dropped where last < today: addEnded("\(name) is over: it was \(when)", "special hours of \(when) are over")
        case .dropped:
          let text = "\(name) is dropped: usual hours on \(when)"
          add("hours.special", text, sentence: .at(text))
        }
      }
      if all.count > Self.maximumDates { given.append("other hours on more dates, up to \(words.style.date(all[all.count - 1].last))") }
      if !given.isEmpty {
        let (text, sentence) = Self.special(name, given.joined(separator: "; "))
        add("hours.special", text, sentence: sentence)
      }
    }
  }

  /// Adds a change if these are special hours of the old schedule that had ended by the time of the new one, which no longer has them.
  private mutating func addIfOver(_ first: LocalDate, _ last: LocalDate) -> Bool {
    guard let (old, new) = sides, let today, last < today, old.isSpecial(on: first), old.isSpecial(on: last),
      !new.isSpecial(on: first), !new.isSpecial(on: last)
    else { return false }
    addEnded("the special hours \(words.dates(first, last)) are over")
    return true
  }

  private mutating func addEnded(_ text: String, _ gist: String? = nil) { add(.hoursEnded, text, sentence: .at(text), gist: gist) }

  /// "Thanksgiving: closed 22–26 November".
  private static func special(_ name: String, _ text: String) -> (text: String, sentence: ChangeSentence) {
    ("\(name): \(text)", .predicate("has special hours for \(name): \(text)"))
  }

  private mutating func add(
    _ code: Change.Code, _ text: String, _ rank: Change.Rank = .routine, why: String? = nil, sentence: ChangeSentence, gist: String? = nil
  ) {
    var change = Change(code, field: "hours", text, rank, why: why, sentence: sentence, gist: gist)
    change.showsWhy = false
    changes.append(change)
  }
}

extension Schedule {
  /// The last day of the weekly and term layers; nil if one of them does not end, or there are none.
  fileprivate var regularEnd: LocalDate? {
    let regular = layers.filter { layer in
      if case .days = layer.rule { return false }
      return layer.level <= .term
    }
    let ends = regular.compactMap(\.to)
    return ends.count == regular.count ? ends.max() : nil
  }

  /// Whether a layer above the term level decides the day, and another layer covers it too.
  func isSpecial(on date: LocalDate) -> Bool { specialLayer(on: date) != nil }

  /// The name of the special hours that decide the day, on one line; nil if the usual hours decide it, and if they have no name.
  func specialName(on date: LocalDate) -> String? { specialLayer(on: date)?.name.flatMap { PlainText.line($0) } }

  private func specialLayer(on date: LocalDate) -> Layer? {
    guard let deciding = decidingLayer(on: date), layers[deciding].level > .term, weakestLayer(on: date) != deciding else { return nil }
    return layers[deciding]
  }
}
