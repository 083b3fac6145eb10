extension HTMLMarkup {
  // MARK: - Places

  func addToday(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    text.append("<tr><th scope=\"row\">")
    addName(of: place.entry, to: &text)
    if !place.whereabouts.isEmpty {
      text.append("<div class=\"detail\">")
      text.appendIsolated(place.whereabouts)
      text.append("</div>")
    }
    addNotice(of: place.entry, to: &text)
    if let zone = place.otherZone { text.append("<div class=\"detail\">on the clock of \(zone.name)</div>") }
    addContacts(of: place, to: &text)
    text.append("</th><td><div class=\"day\"><p class=\"\(place.state)\">\(place.sentence)</p><div><ul>")
    for span in place.running { add(span, of: place, on: campus.today, to: &text) }
    addServices(of: place.today, to: &text)
    text.append("</ul>")
    for remark in place.today.remarks {
      text.append("<div class=\"detail\">")
      text.appendIsolated(remark)
      text.append("</div>")
    }
    text.append("</div></div></td></tr>\n")
  }

  /// Writes a list item for each service of a day; one that says so if the day is closed or unknown.
  private func addServices(of day: PagePlace.Day, to text: inout TextBuffer) {
    if day.plan.services.isEmpty { text.append("<li>\(day.plan.openTimes)</li>") }
    for service in day.plan.services {
      text.append("<li>")
      addTimes(Int(service.opens.minutes)..<Int(service.closes.minutes), of: day.date, to: &text)
      addLabel(service.label, to: &text)
      text.append("</li>")
    }
  }

  /// Writes a list item for a service of another day that is still open.
  private func add(_ span: OpenSpan, of place: PagePlace, on today: LocalDate, to text: inout TextBuffer) {
    text.append("<li>\(span.since(on: today)) ")
    let zone = place.place.hours?.zone
    for (index, instant) in [span.start, span.end].enumerated() {
      let (date, second) = zone?.local(instant) ?? instant.local(offset: 0)
      if index > 0 { text.append("–") }
      text.appendTime(second / 60, of: date)
    }
    addLabel(span.label, to: &text)
    text.append("</li>")
  }

  private func addLabel(_ label: String?, to text: inout TextBuffer) {
    guard let label else { return }
    text.append(" <span class=\"label\">")
    text.appendIsolated(label)
    text.append("</span>")
  }

  private func addTimes(_ minutes: Range<Int>, of date: LocalDate, to text: inout TextBuffer) {
    if minutes == 0..<1440 { return text.append("open all day") }
    text.appendTime(minutes.lowerBound, of: date)
    text.append("–")
    text.appendTime(minutes.upperBound, of: date)
  }

  func addWeek(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    let remarks = place.weekRemarks
    text.append("<tr><th scope=\"row\">")
    text.appendIsolated(place.entry.title)
    if place.isUnknownAllWeek {
      text.append("</th><td colspan=\"\(place.week.count)\">unknown: ")
      text.appendHTML(remarks[0])
      return text.append("</td></tr>\n")
    }
    for (index, remark) in remarks.enumerated() {
      text.append("<div class=\"detail\"><sup>\(index + 1)</sup> ")
      text.appendIsolated(remark)
      text.append("</div>")
    }
    text.append("</th>")
    for day in place.week {
      text.append(day.plan.services.isEmpty ? "<td><span class=\"\(day.plan.openTimes)\">\(day.plan.openTimes)</span>" : "<td>")
      for (index, minutes) in day.plan.openMinutes.enumerated() {
        if index > 0 { text.append("<br>") }
        addTimes(minutes, of: day.date, to: &text)
      }
      for remark in day.remarks {
        if let number = remarks.firstIndex(of: remark) { text.append("<sup>\(number + 1)</sup>") }
      }
      text.append("</td>")
    }
    text.append("</tr>\n")
  }

  func addLater(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer) {
    text.append("<tr><th scope=\"row\">")
    text.appendIsolated(place.entry.title)
    text.append("</th><td><ul>")
    for exception in place.later {
      text.append("<li>")
      text.appendTime(exception.from.text(from: campus.today), exception.from.description)
      if let to = exception.to, to > exception.from {
        text.append(" – ")
        text.appendTime(to.text(from: campus.today), to.description)
      }
      text.append(exception.to == nil ? " and later: " : ": ")
      text.append(exception.plan?.openTimes ?? "hours vary")
      if let name = exception.name {
        text.append("<div class=\"detail\">")
        text.appendIsolated(name)
        text.append("</div>")
      }
      text.append("</li>")
    }
    if place.hasMoreLater { text.append("<li>and more</li>") }
    text.append("</ul></td></tr>\n")
  }

  // MARK: - Alerts and events

  func add(_ listing: AlertListing, of campus: PageCampus, to text: inout TextBuffer) {
    let (entry, alert) = (listing.entry, listing.alert)
    text.append("<li class=\"\(alert.severity)\"><h\(itemLevel)>")
    addName(of: entry, to: &text)
    text.append("</h\(itemLevel)>\n<p><strong>\(alert.severity.title)</strong>, \(listing.phase) ")
    addWhen(listing, in: campus.zone, to: &text)
    text.append("</p>\n")
    addNotice(of: entry, to: &text)
    if let description = entry.description {
      text.append("<p class=\"text\" dir=\"auto\">")
      text.appendHTML(description)
      text.append("</p>\n")
    }
    text.append("</li>\n")
  }

  /// Writes when an alert applies: "until Mon 30 Nov 2026 02:00", "from … until …", "until further notice".
  private func addWhen(_ listing: AlertListing, in zone: Zone?, to text: inout TextBuffer) {
    let start = listing.phase == .upcoming ? listing.alert.startsAt : nil
    if let start {
      text.append("from ")
      text.appendTime(start, in: zone)
    }
    if let end = listing.alert.endsAt {
      text.append(start == nil ? "until " : " until ")
      text.appendTime(end, in: zone)
    } else if start == nil {
      text.append("until further notice")
    }
  }

  func add(_ listing: EventListing, of campus: PageCampus, to text: inout TextBuffer) {
    let (entry, event) = (listing.entry, listing.event)
    text.append("<tr><td>")
    text.appendTime(event.startDate)
    if event.lastDate > event.startDate {
      text.append(" – ")
      text.appendTime(event.lastDate)
    }
    text.append(event.startDate <= campus.today ? "<div class=\"open\">now</div></td>" : "</td>")
    text.append("<th scope=\"row\">")
    addName(of: entry, to: &text)
    text.append("<div class=\"detail\">")
    text.appendIsolated(listing.place)
    if event.loginRequired == true { text.append(", login needed") }
    text.append("</div>")
    addNotice(of: entry, to: &text)
    text.append("</th></tr>\n")
  }

  // MARK: - Parts of rows

  /// Writes the name of an entry, as a link to its page if it has one.
  private func addName(of entry: Entry, to text: inout TextBuffer) {
    guard let address = entry.address(.website) else { return text.appendIsolated(entry.title) }
    text.appendLink(address) { $0.appendIsolated(entry.title) }
  }

  private func addNotice(of entry: Entry, to text: inout TextBuffer) {
    guard let notice = entry.notice else { return }
    text.append("<div class=\"notice\" dir=\"auto\">")
    text.appendHTML(notice)
    text.append("</div>")
  }

  /// Writes the links of a place except its page, its telephone number and its email address.
  private func addContacts(of place: PagePlace, to text: inout TextBuffer) {
    let (entry, contact) = (place.entry, place.place.contact)
    let links = [("Menu", entry.address(.menu)), ("Order", entry.address(.order))].filter { $0.1 != nil }
    addList(links, "detail links", to: &text)
    let contacts = [contact.phone.map { ($0, ContactLink.phone($0)) }, contact.email.map { ($0, ContactLink.email($0)) }]
    addList(contacts.compactMap(\.self), "detail", to: &text)
  }

  /// Writes texts, each a link if it has an address.
  private func addList(_ items: [(text: String, address: String?)], _ style: String, to text: inout TextBuffer) {
    if items.isEmpty { return }
    text.append("<div class=\"\(style)\">")
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(" · ") }
      if let address = item.address {
        text.appendLink(address) { $0.appendIsolated(item.text) }
      } else {
        text.appendIsolated(item.text)
      }
    }
    text.append("</div>")
  }
}
