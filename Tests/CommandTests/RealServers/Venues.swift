/// Replies of a dining feed, as small as they can be.
enum Venues {
  static func reply(_ names: String...) -> String {
    let venues = names.enumerated().map { index, name in
      """
      {"name":"\(name)","address":"\(index + 1) Main St","image":"","id":\(index + 1),"days":[{"date":"2026-11-21","status":"open",\
      "dayparts":[{"starttime":"2026-11-21T09:30:00","endtime":"2026-11-21T14:30:00","message":"","label":"Brunch"}]}]}
      """
    }
    return "[\(venues.joined(separator: ","))]"
  }
}
