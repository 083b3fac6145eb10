import CampusCatalog

/// The texts of a place that a search considers, folded.
struct SearchTexts: Sendable {
  let name: SearchText
  /// The words of all texts, also of the name.
  let all: SearchText

  init(of entry: Entry) {
    let name = SearchText(entry.name ?? "")
    self.name = name
    all = entry.place.map { SearchText(joining: [name] + SearchRank.otherTexts(of: entry, $0)) } ?? name
  }
}
