import Basics
package import SimdJSON

extension FeedReply {
  /// Parses the body as JSON, or, in a reply that is CSV, as a table (`CSVTable`).
  ///
  /// - Parameter maximumValues: how many values the reply may have.
  package func document(maximumValues: Int = .max) throws(AdapterError) -> JSONDocument {
    if request.format == .csv {
      do {
        let table = try CSVTable.document(body, charset: charset, maximumValues: maximumValues)
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

  /// The encoding that the server declares in the Content-Type (RFC 9110, section 8.3.2).
  private var charset: String? {
    for parameter in headers["content-type"]?.split(separator: ";").dropFirst() ?? [] {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if parts.count == 2, parts[0].lowercased() == "charset" { return parts[1].filter { $0 != "\"" } }
    }
    return nil
  }
}
