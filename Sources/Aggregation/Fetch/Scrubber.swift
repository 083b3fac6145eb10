import CampusCatalog
import FeedCore

/// Takes secrets out of what is shown: a server may send back what it was sent.
struct Scrubber {
  private let secrets: SecretMatcher

  init(_ feed: Feed) { secrets = feed.secrets }

  func finds(in text: String) -> Bool { secrets.finds(in: text) }

  func clean(_ text: String) -> String { secrets.clean(text) }

  /// A body without secrets, and how many it had.
  func clean(body: [UInt8]) -> (body: [UInt8], count: Int) { secrets.clean(body: body) }

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
