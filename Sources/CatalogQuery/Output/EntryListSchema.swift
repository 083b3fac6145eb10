/// The JSON Schema (2020-12) of `campus-list/1`.
public enum EntryListSchema {
  /// The schema as UTF-8 text.
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-list-1.schema.json") }
}
