import Basics
public import CampusCatalog
public import ExpatXML
public import SimdJSON

/// An error at a value of a record in any format.
public typealias FieldError = JSONFieldError

/// Reads replies in XML.
extension FeedDraft {
  /// Parses a reply as XML.
  ///
  /// - Throws: an error if the reply is not well-formed or has a document type declaration, if the replies exceed a limit, or if the run's
  ///   deadline has passed.
  public mutating func openXML(_ reply: FeedReply) throws(AdapterError) -> XMLDocument {
    try count(reply)
    do {
      let document = try XMLDocument(parsing: reply.body, maximumValues: limits.values - values)
      values += document.valueCount
      noteRemovedMarks(document.removedMarkCount, in: reply)
      return document
    } catch {
      throw AdapterError(error, in: reply.request)
    }
  }

  /// Reads the elements with a name one by one, as records. A record for which `read` throws is set aside.
  ///
  /// Stops early if the feed exceeds a limit; `finish` then throws.
  ///
  /// - Parameters:
  ///   - name: the name of the elements.
  ///   - parent: the element that they are directly inside of.
  ///   - read: returns the entry for a record. Pointers of the elements inside it start at the record. Its notes are discarded if it
  ///     throws.
  public mutating func readRecords(
    _ name: String, of parent: XMLElement, in reply: FeedReply, _ read: (XMLElement, inout RecordNotes) throws(FieldError) -> Entry
  ) {
    let pointer = "\(parent.pointer)/\(JSONPointer.escape(name))"
    var notes = emptyNotes
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    for (index, element) in parent.elements(name).enumerated() {
      if refusal != nil { return }
      let recordPointer = RecordPointer(request: reply.request, parent: pointer, index: index)
      readRecord(at: recordPointer, work: element.valueCount + element.textBytes, &notes, &writer) { (notes) throws(FieldError) in
        let record = element.anchored
        try Self.checkSize(of: record, limits)
        return try read(record, &notes)
      }
    }
  }

  private static func checkSize(of record: XMLElement, _ limits: FeedLimits) throws(FieldError) {
    guard record.valueCount <= limits.recordValues else {
      throw record.fault(.size, "more than \(limits.recordValues) elements and attributes in one record")
    }
    guard record.textBytes <= limits.recordText else {
      throw record.fault(.size, "more than \(limits.recordText) bytes of text in one record")
    }
  }
}
