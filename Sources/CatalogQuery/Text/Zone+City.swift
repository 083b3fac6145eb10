public import OpeningHours

extension Zone {
  /// The city in the name: "New York".
  public var city: String { String(name.split(separator: "/").last ?? "").replacing("_", with: " ") }
}
