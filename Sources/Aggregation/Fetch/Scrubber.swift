import CampusCatalog
import FeedCore

/// Takes secrets out of what is shown: a server may send back what it was sent.
struct Scrubber {
  private let secrets: [String]

  init(_ feed: Feed) {
    // Longest first, so that no rest of one stays. What is shorter than four bytes would blot out half of every text.
    secrets = feed.headers.flatMap(\.secrets).filter { $0.utf8.count >= 4 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  func clean(_ text: String) -> String {
    var text = text
    for secret in secrets { text.replace(secret, with: "***") }
    return text
  }

  func clean(_ event: FetchEvent) -> FetchEvent {
    if secrets.isEmpty { return event }
    var event = event
    event.url = event.url.map(clean)
    event.fields = event.fields.map { field in
      guard case .text(let text) = field.value else { return field }
      return FetchEvent.Field(field.name, clean(text))
    }
    return event
  }

  func clean(_ notes: [Note]) -> [Note] {
    if secrets.isEmpty { return notes }
    return notes.map { Note($0.code, request: $0.request, pointer: $0.pointer.map(clean), entry: $0.entry, clean($0.detail)) }
  }
}
