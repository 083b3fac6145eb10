/// The name of special hours for people.
enum SpecialName {
  /// Returns the name without the note on a place that some feeds add to it: "Thanksgiving Break 2026 [Closed]".
  static func text(_ name: String) -> String {
    let short = name.replacing(/\s*\[[^\[\]]*\]$/, with: "")
    return short.isEmpty ? name : short
  }
}
