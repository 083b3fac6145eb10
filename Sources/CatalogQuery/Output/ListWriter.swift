import Basics
import CampusCatalog
public import SimdJSON

/// A writer of a list for programs: a JSON document, newline-delimited JSON, or tab-separated values.
///
/// Each element is written as a JSON object. Newline-delimited JSON has only these objects; tab-separated values have a row for each,
/// with the members that are the columns (see `TSVText`).
public struct ListWriter: ~Copyable {
  /// A format of lists.
  public enum Format: Sendable {
    /// A JSON document with each element on its own line. `begin` writes the members before the list.
    case document(begin: @Sendable (inout JSONWriter) -> Void, key: String)
    case lines
    /// A row with the names of the columns, then a row for each element.
    case table
  }

  private var writer = JSONWriter()
  private let format: Format
  private let fields: ListFields?
  private var isEmpty = true

  /// - Parameter fields: the members of elements, or the columns of a table; nil for all members.
  public init(_ format: Format, fields: ListFields? = nil) {
    self.format = format
    self.fields = fields
    switch format {
    case .document(let begin, let key):
      writer.beginObject()
      begin(&writer)
      writer.key(key)
      writer.beginArray()
    case .lines: break
    case .table: writer.append(TSVText.row(fields?.names ?? []))
    }
  }

  /// Adds an element.
  ///
  /// - Parameter write: writes a JSON object.
  public mutating func add(_ write: (inout JSONWriter) -> Void) {
    if case .document = format { writer.literal(isEmpty ? "\n" : ",\n") }
    isEmpty = false
    let start = writer.count
    write(&writer)
    if case .table = format { fields?.replaceWithRow(&writer, from: start) } else { fields?.limit(&writer, from: start) }
    if case .lines = format { writer.literal("\n") }
  }

  /// Passes on and removes the output so far, if it is at least 256 KiB, so that a long list needs little memory.
  public mutating func flush<Failure: Error>(_ write: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    guard writer.count >= 1 << 18 else { return }
    try writer.withBytes(write)
    writer.removeAll()
  }

  /// Ends the list.
  ///
  /// - Parameter members: writes additional members of a document after the list.
  /// - Returns: the part of the list that was not flushed, with a line feed at the end.
  public consuming func finish(_ members: (inout JSONWriter) -> Void = { _ in }) -> String {
    end(members)
    return writer.text
  }

  /// Ends the list, and calls `body` with its bytes.
  public consuming func finish<Result>(_ members: (inout JSONWriter) -> Void, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    end(members)
    return writer.withBytes(body)
  }

  private mutating func end(_ members: (inout JSONWriter) -> Void) {
    guard case .document = format else { return }
    if !isEmpty { writer.literal("\n") }
    writer.endArray()
    members(&writer)
    writer.endObject()
    writer.literal("\n")
  }
}

extension JSONWriter {
  /// Appends text that is not JSON.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
