/// A language that pages are written in.
protocol PageMarkup {
  associatedtype Text: CustomStringConvertible

  /// Returns the start of the document.
  ///
  /// - Parameter campuses: all campuses of the document, in their order.
  func start(_ campuses: [PageCampus]) -> Text

  /// Writes a campus, one text after the other: its heading, the problems of its feeds, its tables and its sources.
  func write(_ campus: PageCampus, _ contents: PageContents, to write: (Text) throws -> Void) throws

  /// Returns the end of the document.
  func end() -> Text
}
