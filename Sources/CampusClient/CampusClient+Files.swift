public import Foundation
import OpeningHours

extension CampusClient {
  /// Requests a whole catalog.
  public func catalog(_ query: CatalogSelection = CatalogSelection()) async throws(ClientError) -> Answer<Catalog> {
    try await document(Operation.getCatalog.path + query.parameters.query)
  }

  /// Requests a catalog in another format.
  ///
  /// - Parameter format: the extension, such as "geojson", "csv", "ics" or "sqlite".
  public func export(_ format: String, _ query: CatalogSelection = CatalogSelection()) async throws(ClientError) -> Answer<Data> {
    var parameters = query.parameters
    parameters.add("clock", clock?.rawValue)
    // A page of a network that asks for a login is HTML.
    let type = Self.types[format] ?? "application/"
    return try await answer(Operation.exportCatalog.path([("extension", format)]) + parameters.query, type: type) { body, _ in body }
  }

  /// The media types of exports that are texts.
  private static let types = [
    "csv": "text/csv", "html": "text/html", "ics": "text/calendar", "markdown": "text/markdown", "md": "text/markdown",
    "osm-hours": "text/", "tsv": "text/tab-separated-values",
  ]

  /// Requests the hours of a place, or the times of an event, as a calendar (RFC 5545).
  public func calendar(ofEntry id: String) async throws(ClientError) -> Answer<String> {
    try await text(try path(.getEntryCalendar, id), type: "text/calendar")
  }

  /// Requests the calendar of a campus (RFC 5545).
  public func calendar(ofCampus campus: String) async throws(ClientError) -> Answer<String> {
    try await text(Operation.getCampusCalendar.path([("campus", campus)]), type: "text/calendar")
  }

  /// Requests what has changed, as an Atom feed (RFC 4287).
  ///
  /// - Parameter since: as in `changes(campuses:since:)`.
  public func changesFeed(campuses: [String] = [], since: String? = nil) async throws(ClientError) -> Answer<String> {
    try await text(Operation.followChanges.path + changeParameters(campuses, since), type: "application/atom+xml")
  }

  /// Requests the description of the API (OpenAPI 3.1).
  public func apiDescription() async throws(ClientError) -> Answer<Data> {
    try await answer(Operation.getDescription.path, type: "application/json") { body, _ in body }
  }

  /// Returns normally if the first server runs.
  public func checkHealth() async throws(ClientError) { _ = try await currentText(.getHealth) }

  /// Returns normally if the first server has data.
  public func checkReadiness() async throws(ClientError) { _ = try await currentText(.getReadiness) }

  /// Requests the metrics of the first server, in Prometheus's text format.
  public func metrics() async throws(ClientError) -> String { try await currentText(.getMetrics) }

  /// Requests a text about the first server itself, which is never stored.
  private func currentText(_ operation: Operation) async throws(ClientError) -> String {
    guard let server = servers.first else { throw .unreachable(detail: "no server") }
    let response = try await send(server, operation.path)
    guard response.status == 200 else { throw response.error }
    guard response.hasType("text/plain"), let text = String(bytes: response.body, encoding: .utf8) else {
      throw .unreadable(detail: "the content is \(response.headers["content-type"] ?? "of no stated type") instead of text/plain")
    }
    return text
  }

  private func text(_ target: String, type: String) async throws(ClientError) -> Answer<String> {
    try await answer(target, type: type) { body, _ in
      guard let text = String(bytes: body, encoding: .utf8) else { throw ClientError.unreadable(detail: "not UTF-8") }
      return text
    }
  }
}
