package import SimdJSON

extension FeedReply {
  /// The body; of CSV and calendars, its text as UTF-8, unless it is invalid.
  package var decodedBody: [UInt8] {
    guard [.csv, .ics].contains(request.format) else { return body }
    return (try? CSVText.utf8(body, CSVText.charset(in: headers))) ?? body
  }

  /// Parses the body as JSON, or, in a reply that is CSV, as a table (`CSVTable`).
  ///
  /// - Parameter maximumValues: how many values the reply may have.
  package func document(maximumValues: Int = .max) throws(AdapterError) -> JSONDocument {
    if request.format == .csv {
      do {
        let table = try CSVTable.document(body, headers: headers, maximumValues: maximumValues)
        return table
      } catch {
        throw AdapterError(error.code, in: request, error.text(request.fileName))
      }
    }
    do {
      let document = try JSONDocument(parsing: body, maximumValues: maximumValues)
      return document
    } catch {
      throw AdapterError(error, in: request)
    }
  }
}
