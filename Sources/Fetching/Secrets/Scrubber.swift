package import CampusCatalog
package import FeedKit

/// Removes the secrets of a feed from what is stored, logged or shown, because a server may echo them.
package struct Scrubber: Sendable {
  private let secrets: SecretMatcher

  package init(_ feed: Feed) { secrets = SecretMatcher(of: feed.headers) }

  /// Whether a text contains a secret.
  func finds(in text: String) -> Bool { secrets.finds(in: text) }

  package func clean(_ text: String) -> String { secrets.clean(text) }

  /// Returns a body without secrets, and how many were removed.
  func clean(body: [UInt8]) -> (body: [UInt8], count: Int) { secrets.clean(body: body) }

  package func clean(_ event: FetchEvent) -> FetchEvent {
    if secrets.isEmpty { return event }
    var event = event
    event.url = event.url.map(clean)
    event.fields = event.fields.map { field in
      guard case .text(let text) = field.value else { return field }
      return FetchEvent.Field(field.name, clean(text))
    }
    return event
  }

  package func clean(_ notes: [Note]) -> [Note] {
    if secrets.isEmpty { return notes }
    return notes.map { Note($0.code, request: $0.request, pointer: $0.pointer.map(clean), entry: $0.entry, clean($0.detail)) }
  }
}
