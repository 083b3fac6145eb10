/// The JSON Schema (2020-12) of registry files: the bytes of the file in `Sources/Aggregation/Schema`.
public enum RegistrySchema {
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/registry-1.schema.json") }
}
