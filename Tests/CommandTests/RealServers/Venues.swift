/// Minimal replies of a dining feed.
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

  /// Venues of one name with numbers, open from 09:30 to 14:30.
  static func many(_ count: Int, _ name: String) -> String {
    "["
      + (1...count).map { number in
        """
        {"name":"\(name) \(number)","address":"\(number) Main St","image":"","id":\(number),"days":[{"date":"2026-11-21","status":"open",\
        "dayparts":[{"starttime":"2026-11-21T09:30:00","endtime":"2026-11-21T14:30:00","message":"","label":"Brunch"}]}]}
        """
      }.joined(separator: ",") + "]"
  }
}
