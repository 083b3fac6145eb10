package import SimdJSON

extension JSONWriter {
  /// Returns `{"schema":SCHEMA,…}` and a line feed.
  package static func document(_ schema: String, _ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", schema)
    members(&writer)
    writer.endObject()
    return writer.text + "\n"
  }

  /// Returns `{"schema":SCHEMA,KEY:[{…},…]}` and a line feed.
  package static func list<Item>(
    _ schema: String, _ key: StaticString, _ items: [Item], _ members: (Item, inout JSONWriter) -> Void
  ) -> String {
    document(schema) { $0.objects(key, items, members) }
  }
}
