extension Int {
  /// Returns the number with a noun, for text that people read: "1 entry", "2 entries".
  ///
  /// - Parameter many: the plural of the noun; nil for one that only adds an s.
  package func counted(_ one: String, _ many: String? = nil) -> String { "\(self) \(self == 1 ? one : many ?? one + "s")" }
}
