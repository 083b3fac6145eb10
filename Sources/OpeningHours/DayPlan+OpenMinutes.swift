extension DayPlan {
  /// The open times, with services that touch or overlap joined, whatever their labels. In minutes after the midnight at which the day
  /// begins, possibly past 1440. Empty for a closed and for an unknown day.
  package var openMinutes: [Range<Int>] {
    var times: [Range<Int>] = []
    for service in services {
      let (opens, closes) = (Int(service.opens.minutes), Int(service.closes.minutes))
      if let last = times.last, last.upperBound >= opens {
        times[times.count - 1] = last.lowerBound..<max(last.upperBound, closes)
      } else {
        times.append(opens..<closes)
      }
    }
    return times
  }
}
