package import OpeningHours

extension FeedRequest {
  /// Whether an address has the campus's date.
  package var hasDates: Bool { !isLinked && addresses.contains(where: \.hasDates) }

  /// The number of days from the first of its dates to the one of this page; 0 if it is not one of several dates.
  package var daysAfterFirst: Int { dates.map { (page - 1) * $0.unit.days } ?? 0 }

  /// Returns the requests for the dates of this one's primary address, each with the date in its addresses, as the pages 1, 2, …; a single
  /// one for an address with only the campus's date, and the request itself if it has no dates, or they are filled in already.
  ///
  /// - Parameter today: the campus's date; nil to leave the addresses as they are, as for a recording.
  /// - Throws: an error if an address is not valid, or has no date although there are dates.
  package func expanded(on today: LocalDate?) throws(AdapterError) -> [FeedRequest] {
    let dates = addresses.first?.dates
    guard !isLinked, self.dates == nil, !isDated, dates != nil || hasDates else { return [self] }
    if dates != nil, page > 1 { throw AdapterError(.configAddress, in: self, "a further page has no dates of its own") }
    let templates = today == nil ? [] : try templates(for: dates)
    return (0..<(dates?.count ?? 1)).map { index in
      var request = with(page: page + index)
      request.dates = dates
      guard let today, !templates.isEmpty else { return request }
      let day = today.adding(days: index * (dates?.unit.days ?? 1)) ?? today
      request = request.with(zip(addresses, templates).map { FeedAddress($1.text(on: day), isFrozen: $0.isFrozen) })
      request.isDated = true
      return request
    }
  }

  /// Returns the addresses with their dates; empty if they have none.
  private func templates(for dates: RequestDates?) throws(AdapterError) -> [DatedAddress] {
    var templates: [DatedAddress] = []
    for address in addresses {
      do throws(DatedAddress.Fault) { templates.append(try DatedAddress(address.url)) } catch {
        // A program may have found the address of a further page in a reply, where braces mean nothing.
        if page > 1 { return [] }
        throw AdapterError(.configAddress, in: self, error.message)
      }
      if let message = templates.last.flatMap({ dates?.fault(in: $0) }) { throw AdapterError(.configAddress, in: self, message) }
    }
    return templates
  }
}

extension RequestDates {
  /// Returns why an address cannot be requested for these dates; nil if it can.
  package func fault(in address: DatedAddress) -> String? {
    if address.differs(every: unit) { return nil }
    let known = unit == .days ? "{date} or {day}" : "{date}, {day} or {week}"
    return "with \"\(unit.rawValue)\", the address needs a date: \(known)"
  }
}
