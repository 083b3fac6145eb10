/// A parsed XML text.
///
///     let document = try XMLDocument(parsing: bytes)
///     let name = document.root.elements("canteen").first?.text
///
/// The text must be well-formed. A document type declaration is an error, so there are no entities other than the predefined ones and
/// nothing is loaded from elsewhere. Comments and processing instructions are ignored. The encoding may be UTF-8, UTF-16, ISO 8859-1 or
/// US-ASCII.
public struct XMLDocument: Sendable {
  /// How deeply elements may nest.
  public static let maximumDepth = 64

  /// The namespace of the root element; nil if it has none.
  public let namespace: String?

  /// The number of elements and attributes.
  public let valueCount: Int

  /// The number of combining marks removed from texts: at most 30 may follow each other (UAX #15, Stream-Safe Text Format).
  public let removedMarkCount: Int

  private let nodes: XMLNodes

  /// Parses XML text.
  ///
  /// - Parameter maximumValues: how many elements and attributes the text may have.
  /// - Throws: `XMLError` with the position of the first error.
  public init(parsing bytes: [UInt8], maximumValues: Int = .max) throws(XMLError) {
    try self.init(parsing: bytes, maximumValues: maximumValues, resolvingNamespaces: true)
  }

  /// - Parameters:
  ///   - resolvingNamespaces: if false, names and namespace declarations stay as in the text.
  ///   - pieceSize: how many bytes are parsed at a time.
  package init(
    parsing bytes: [UInt8], maximumValues: Int = .max, resolvingNamespaces: Bool, pieceSize: Int = 1 << 20
  ) throws(XMLError) {
    // Positions in the text are 32-bit numbers. Decoding may lengthen it.
    guard bytes.count <= Int(Int32.max) / 2 else { throw XMLError(code: .size, message: "more than \(Int32.max / 2) bytes") }
    let builder = XMLNodesBuilder(maximumValues: maximumValues)
    try Self.parse(bytes, in: pieceSize, into: builder, resolvingNamespaces)
    nodes = builder.finished
    namespace = builder.namespace
    valueCount = builder.valueCount
    removedMarkCount = builder.removedMarkCount
  }

  /// Parses in pieces, so that a rejected text is not parsed to its end.
  private static func parse(
    _ bytes: [UInt8], in pieceSize: Int, into builder: XMLNodesBuilder, _ resolvingNamespaces: Bool
  ) throws(XMLError) {
    var parser = try ExpatParser(builder, resolvingNamespaces: resolvingNamespaces)
    var start = 0
    repeat {
      let end = min(bytes.count, start + pieceSize)
      try bytes.withUnsafeBufferPointer { (buffer) throws(XMLError) in
        try parser.parse(UnsafeBufferPointer(rebasing: buffer[start..<end]), isLast: end == bytes.count)
      }
      start = end
    } while start < bytes.count
  }

  public var root: XMLElement { XMLElement(nodes: nodes, index: 0, anchor: 0) }
}
