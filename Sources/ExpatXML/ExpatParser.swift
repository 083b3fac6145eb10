import CExpat
import Glibc

/// A parser of Expat, and the object that collects its events.
struct ExpatParser: ~Copyable {
  private let parser: XML_Parser
  private let builder: XMLNodesBuilder

  /// Separates the parts of a name. Expat rejects namespaces that contain it.
  static let separator = UInt8(ascii: "\n")

  /// - Parameter resolvingNamespaces: whether names are reported with their namespaces instead of as they are written.
  init(_ builder: XMLNodesBuilder, resolvingNamespaces: Bool) throws(XMLError) {
    guard let parser = resolvingNamespaces ? XML_ParserCreateNS(nil, XML_Char(Self.separator)) : XML_ParserCreate(nil) else {
      throw XMLError(code: .size, message: "out of memory")
    }
    self.parser = parser
    self.builder = builder
    XML_SetReturnNSTriplet(parser, 1)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    // The first argument of the functions below is then the parser.
    XML_UseParserAsHandlerArg(parser)
    XML_SetElementHandler(
      parser,
      { parser, name, attributes in
        guard let name else { return }
        ExpatParser.report(parser) { $0.begin(ExpatParser.bytes(name), attributes: ExpatParser.attributes(attributes)) }
      },
      { parser, _ in ExpatParser.report(parser) { $0.end() } })
    XML_SetCharacterDataHandler(parser) { parser, text, count in
      guard let text, count > 0 else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        ExpatParser.report(parser) { $0.add(UnsafeBufferPointer(start: bytes, count: Int(count))) }
      }
    }
    // Without a declaration, only the five predefined entities exist, and the text cannot refer to anything outside.
    XML_SetStartDoctypeDeclHandler(parser) { parser, _, _, _, _ in
      ExpatParser.report(parser) {
        $0.reject(XMLError(code: .documentType, message: "document type declarations are not accepted, because they can define entities"))
      }
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Parses a part of a text.
  ///
  /// - Throws: the first error, with its position.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(XMLError) {
    let isValid =
      bytes.withMemoryRebound(to: XML_Char.self) {
        XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
      } == XML_STATUS_OK
    if isValid, builder.stop == nil { return }
    let code = XML_GetErrorCode(parser)
    var error =
      builder.stop
      ?? XMLError(
        code: code == XML_ERROR_NO_MEMORY ? .size : .syntax, message: XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code)")
    error.offset = max(0, Int(XML_GetCurrentByteIndex(parser)))
    error.line = Int(XML_GetCurrentLineNumber(parser))
    error.column = Int(XML_GetCurrentColumnNumber(parser)) + 1
    throw error
  }

  /// Passes an event to the builder. If it rejects the text, the parser stops at the position of the event.
  private static func report(_ parser: UnsafeMutableRawPointer?, _ event: (XMLNodesBuilder) -> Void) {
    guard let parser = parser.map({ OpaquePointer($0) }), let context = cexpat_user_data(parser) else { return }
    let builder = Unmanaged<XMLNodesBuilder>.fromOpaque(context).takeUnretainedValue()
    // After the parser is stopped, the events of the same position may still be reported.
    guard builder.stop == nil else { return }
    event(builder)
    if builder.stop != nil { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
  }

  private static func bytes(_ text: UnsafePointer<XML_Char>) -> [UInt8] {
    UnsafeRawBufferPointer(start: text, count: strlen(text)).withMemoryRebound(to: UInt8.self) { Array($0) }
  }

  /// - Parameter list: names and values in turn, then a null pointer.
  private static func attributes(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [(name: [UInt8], value: [UInt8])] {
    guard var next = list else { return [] }
    var attributes: [(name: [UInt8], value: [UInt8])] = []
    while let name = next[0], let value = next[1] {
      attributes.append((bytes(name), bytes(value)))
      next += 2
    }
    return attributes
  }
}
