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
    return try await answer(Operation.exportCatalog.path([("extension", format)]) + parameters.query) { body, _ in body }
  }

  /// Requests the hours of a place, or the times of an event, as a calendar (RFC 5545).
  public func calendar(ofEntry id: String) async throws(ClientError) -> Answer<String> {
    try await text(try path(.getEntryCalendar, id))
  }

  /// Requests the calendar of a campus (RFC 5545).
  public func calendar(ofCampus campus: String) async throws(ClientError) -> Answer<String> {
    try await text(Operation.getCampusCalendar.path([("campus", campus)]))
  }

  /// Requests what has changed, as an Atom feed (RFC 4287).
  ///
  /// - Parameter since: as in `changes(campuses:since:)`.
  public func changesFeed(campuses: [String] = [], since: String? = nil) async throws(ClientError) -> Answer<String> {
    try await text(Operation.followChanges.path + changeParameters(campuses, since))
  }

  /// Requests the description of the API (OpenAPI 3.1).
  public func apiDescription() async throws(ClientError) -> Answer<Data> {
    try await answer(Operation.getDescription.path) { body, _ in body }
  }

  /// Returns normally if the server runs.
  public func checkHealth() async throws(ClientError) { _ = try await text(Operation.getHealth.path) }

  /// Returns normally if the server has data.
  public func checkReadiness() async throws(ClientError) { _ = try await text(Operation.getReadiness.path) }

  /// Requests the server's metrics, in Prometheus's text format.
  public func metrics() async throws(ClientError) -> Answer<String> { try await text(Operation.getMetrics.path) }

  private func text(_ target: String) async throws(ClientError) -> Answer<String> {
    try await answer(target) { body, _ in
      guard let text = String(bytes: body, encoding: .utf8) else { throw ClientError.unreadable(detail: "not UTF-8") }
      return text
    }
  }
}
