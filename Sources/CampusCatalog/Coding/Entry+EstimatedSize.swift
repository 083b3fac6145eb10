import OpeningHours

extension Entry {
  /// The approximate size of the entry's canonical line in bytes.
  package var estimatedSize: Int {
    var size = 200 + id.description.utf8.count
    for text in [name, description, notice] { size += text?.utf8.count ?? 0 }
    for text in tags + labels { size += text.utf8.count + 3 }
    for link in links { size += link.href.description.utf8.count + 25 }
    for image in images { size += image.href.description.utf8.count + 25 }
    for layer in place?.hours?.layers ?? [] {
      size += 40 + (layer.name?.utf8.count ?? 0)
      let plans: DayPlans
      switch layer.rule {
      case .always: continue
      case .week(let week): plans = week.days
      case .days(let days): plans = days.plans
      }
      size += 30 * plans.count
      for service in plans.services { size += 30 + (service.label?.utf8.count ?? 0) }
    }
    if case .quote(let quote) = details { size += quote.text.utf8.count }
    return size
  }
}
