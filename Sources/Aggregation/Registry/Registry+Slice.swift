import CampusCatalog
import FeedKit
import FeedMapping
import Fetching
import SimdJSON

extension Registry {
  /// Writes a registry file with one feed, its campus and the facts about its entries. Added to an empty registry, it gives the same feed.
  ///
  /// Variables of the environment in headers stay variables. A mapping and a table of codes are written in full.
  func writeSlice(of feed: Feed, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.list("campuses", [feed.campus]) { $0.write(to: &$1) }
    writer.objects("feeds", [feed], writeMembers)
    if !feed.facts.isEmpty {
      writer.object("facts") { writer in
        for (id, facts) in feed.facts.sorted(by: { $0.key < $1.key }) {
          writer.key(id.description)
          facts.write(about: id, on: feed.campus.id, to: &writer)
        }
      }
    }
    writer.endObject()
  }

  private func writeMembers(of feed: Feed, to writer: inout JSONWriter) {
    writer.member("id", feed.id.description)
    writer.member("adapter", feed.adapter.description)
    if let mapping = (feedAdapters[feed.id] as? MappingAdapter)?.mapping {
      writer.key("mapping")
      writer.json(mapping.text.utf8)
    }
    if let codes = feed.codes {
      writer.key("codes")
      writer.json(codes.text.utf8)
    }
    writer.member("cadence", "PT\(feed.cadence)S")
    writer.member("priority", feed.priority)
    writer.member("license", feed.license)
    writer.object("addresses") { writer in
      for (name, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.array(addresses) { $0.write(to: &$1) }
      }
    }
    writer.member("hosts", feed.hosts)
    writer.member("campuses", feed.campuses.map(\.description))
    if !feed.headers.isEmpty {
      writer.object("headers") { writer in
        for header in feed.headers {
          writer.key(header.name)
          writer.string(header.value)
        }
      }
    }
    if let limits = feed.limits { writer.object("limits") { limits.writeMembers(to: &$0) } }
  }
}

extension EntryFacts {
  /// Writes the facts of one entry as a registry file has them.
  fileprivate func write(about id: EntryID, on campus: CampusID, to writer: inout JSONWriter) {
    let entry = entry(id, on: campus)
    writer.beginObject()
    writer.member("category", category?.rawValue)
    for field in Entry.Field.allCases where field != .category && field != .name {
      guard let json = entry.json(of: field) else { continue }
      writer.key(field.rawValue)
      writer.json(json.utf8)
    }
    writer.endObject()
  }
}
