package import CampusCatalog
package import SimdJSON

extension FeedReport {
  /// The maximum length of texts of notes from another program.
  private static let longestText = 1000

  /// Reads a report that another program wrote. Texts are cleaned, and values that no report can have are left out; beyond the maximum number
  /// of notes of a feed, one counts the rest.
  ///
  /// - Throws: the first error, such as a reason that is not a code.
  package init(cleaning value: JSONValue) throws(JSONFieldError) {
    try self.init(reading: value)
    guard ([reason].compactMap(\.self) + notes.map(\.code)).allSatisfy(\.isWellFormed) else {
      throw value.fault(.value, "a reason or the code of a note is not of lower-case words joined by dots")
    }
    license = license.flatMap(Self.line)
    url = url.flatMap { WebAddress($0)?.description }
    etag = etag.flatMap(Self.line)
    let most = FeedLimits().notes
    let omitted = notes.count - most
    notes = notes.prefix(most).map { note in
      Note(
        note.code, request: note.request.flatMap(Self.line), pointer: note.pointer.flatMap(Self.line),
        entry: note.entry.flatMap { $0.feed?.campus == campus ? $0 : nil }, Self.line(note.detail) ?? "no detail")
    }
    if omitted > 0 { notes.append(Note(.notes, omitted == 1 ? "one more note was left out" : "\(omitted) more notes were left out")) }
  }

  /// Returns text as one line of limited length; nil if nothing is left.
  private static func line(_ text: String) -> String? {
    PlainText.line(text).map { $0.count > longestText ? "\($0.prefix(longestText))…" : $0 }
  }
}
