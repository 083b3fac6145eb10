import SimdJSON

/// JSON documents that are lists.
enum JSONList {
  /// `{"schema":SCHEMA,KEY:[{…},…]}` and a line feed.
  ///
  /// - Parameter members: writes the keys and values of one item.
  static func text<Item>(_ schema: String, _ key: String, _ items: [Item], _ members: (Item, inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(schema)
    writer.key(key)
    writer.beginArray()
    for item in items {
      writer.beginObject()
      members(item, &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }
}
