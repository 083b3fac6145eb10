public import CampusCatalog
public import OpeningHours
import SimdJSON

/// The list of the files of a published site (`campus-site/1`), by which mirrors find the files that have changed, and check them.
public struct SiteManifest: Sendable, Hashable {
  public static let schema = "campus-site/1"
  /// The path below the folder of the site.
  public static let path = "manifest.json"

  /// A file of the site, as it was published.
  public struct Item: Sendable, Hashable {
    public let file: SiteFile
    public let bytes: Int
    /// In hexadecimal digits.
    public let sha256: String

    public init(_ file: SiteFile, bytes: Int, sha256: String) { (self.file, self.bytes, self.sha256) = (file, bytes, sha256) }
  }

  /// The time and the hash of the catalog of all campuses.
  public let generatedAt: Instant
  public let contentHash: String
  /// All files except the manifest, sorted by path.
  public let items: [Item]
  /// Files that are about to be added or removed, so that they may exist although they are not among the items. If there are any when
  /// nothing is being published, a publication was interrupted.
  public let pending: [SiteFile]

  public init(generatedAt: Instant, contentHash: String, items: [Item], pending: some Sequence<SiteFile> = []) {
    (self.generatedAt, self.contentHash) = (generatedAt, contentHash)
    self.items = items.sorted { $0.file.path < $1.file.path }
    self.pending = pending.sorted { $0.path < $1.path }
  }

  /// The files that belong to the site, whether they exist or not.
  public var files: Set<SiteFile> { Set(items.map(\.file) + pending) }

  /// Reads a manifest.
  ///
  /// - Throws: the first error, with its position.
  public init(parsing bytes: [UInt8]) throws(CatalogError) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch { throw .json(error) }
    do throws(JSONFieldError) {
      let root = document.root
      guard root.isObject, try root.text("schema") == Self.schema else { throw root.fault(.value, "expected a \(Self.schema)") }
      func file(_ path: String) -> SiteFile? { SiteFile(path: path) }
      self.init(
        generatedAt: try root.requiredParsed("generatedAt", "a time") { Instant($0) }, contentHash: try root.requiredText("contentHash"),
        items: try root.requiredList("files") { (value) throws(JSONFieldError) in
          Item(
            try value.requiredParsed("path", "the path of a file of a site", file), bytes: Int(try value.requiredInteger("bytes")),
            sha256: try value.requiredText("sha256"))
        },
        pending: try root.list("pending") { (value) throws(JSONFieldError) in
          try value.parsed("the path of a file of a site", file)
        })
    } catch { throw .shape(error) }
  }

  /// The manifest as text, with one file on each line.
  public var text: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", Self.schema)
    writer.member("generatedAt", generatedAt.description)
    writer.member("contentHash", contentHash)
    if !pending.isEmpty { writer.list("pending", pending) { $1.string($0.path) } }
    writer.literal(",\n\"files\":[")
    for (index, item) in items.enumerated() {
      writer.literal(index == 0 ? "\n" : ",\n")
      writer.beginObject()
      writer.member("path", item.file.path)
      writer.member("campus", item.file.campus?.description)
      writer.member("type", item.file.mediaType)
      writer.member("bytes", item.bytes)
      writer.member("sha256", item.sha256)
      writer.endObject()
    }
    writer.literal("\n]")
    writer.endObject()
    writer.literal("\n")
    return writer.bytes
  }
}

/// The JSON Schema (2020-12) of `campus-site/1`, as bytes: the file in `Sources/CatalogExport/Schema`.
public enum SiteSchema {
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-site-1.schema.json") }
}
