import FeedKit

/// Parses the header lines of a response, more strictly than libcurl does.
struct ResponseHead {
  static let maximumInterimResponses = 16
  /// The maximum number of header lines, including interim responses and trailers.
  static let maximumHeaders = 512

  private enum Part {
    case statusLine
    case fields
    /// The final head is complete. Further lines are trailers.
    case body
  }

  private(set) var status = 0
  /// The headers of the final response in the order received, without trailers.
  private(set) var headers: [Feed.Header] = []
  /// The value of `Content-Length`; nil if it is absent.
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  /// The content codings in lower case, in the order in which the server applied them.
  private(set) var codings: [String] = []
  /// The size of all lines so far, including interim responses and trailers.
  private(set) var bytes = 0

  private let limit: Int
  private var part = Part.statusLine
  /// Whether the response is HTTP/1.0, which has no transfer codings.
  private var isOld = false
  private var interim = 0
  private var count = 0

  init(limit: Int) { self.limit = limit }

  var isComplete: Bool { part == .body }
  private(set) var isHTTP1 = false
  /// Whether the status excludes a body, regardless of the headers.
  var isBodyless: Bool { status == 304 || status == 204 }

  /// Parses a line, including its line break.
  ///
  /// - Throws: `http.framing` or `http.header_limit`.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(TransportFailure) {
    bytes += line.count
    guard bytes <= limit else { throw TransportFailure(.httpHeaderLimit, "the headers are longer than \(limit) bytes") }
    guard line.last == 10 else { throw Self.framing("an unterminated header line", "line") }
    let length = line.count >= 2 && line[line.count - 2] == 13 ? line.count - 2 : line.count - 1
    let text = UnsafeRawBufferPointer(rebasing: line[..<length])
    for byte in text where byte == 0 || byte == 13 || byte == 10 {
      throw Self.framing("a control character in a header", "control")
    }
    switch part {
    case .statusLine: try takeStatus(text)
    case .fields: if text.isEmpty { try endHead() } else { try takeField(text) }
    case .body: if !text.isEmpty { _ = try takeName(text) }
    }
  }

  /// Parses a status line (RFC 9112, section 4). The status 101 is an error, because no upgrade was requested.
  private mutating func takeStatus(_ text: UnsafeRawBufferPointer) throws(TransportFailure) {
    // "HTTP/1.1 200 OK", "HTTP/2 200"
    guard text.starts(with: "HTTP/".utf8), let space = text.firstIndex(of: 0x20) else {
      throw Self.framing("a bad status line", "status_line")
    }
    let version = String(latin1: text[5..<space])
    guard ["1.1", "1.0", "2"].contains(version) else { throw Self.framing("an unknown version of HTTP", "version") }
    let digits = text[(space + 1)...].prefix(3)
    guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit), digits.endIndex == text.endIndex || text[digits.endIndex] == 0x20 else {
      throw Self.framing("a bad status line", "status_line")
    }
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard status >= 100, status != 101 else { throw Self.framing("an unexpected status", "status") }
    part = .fields
    isOld = version == "1.0"
    isHTTP1 = version != "2"
  }

  /// Checks the name of a header and returns the index of its colon. A continuation line (`obs-fold`, RFC 9112, section 5.2) is an error.
  private mutating func takeName(_ text: UnsafeRawBufferPointer) throws(TransportFailure) -> Int {
    count += 1
    guard count <= Self.maximumHeaders else { throw TransportFailure(.httpHeaderLimit, "more than \(Self.maximumHeaders) headers") }
    if text[0].isBlank { throw Self.framing("a header that continues on the next line", "fold") }
    guard let colon = text.firstIndex(of: 0x3a), colon > 0 else { throw Self.framing("a header without a name", "name") }
    guard text[..<colon].allSatisfy(\.isToken) else { throw Self.framing("a header with a bad name", "name") }
    return colon
  }

  /// Parses a header line. The only transfer coding accepted is `chunked`, once, and not in HTTP/1.0.
  private mutating func takeField(_ text: UnsafeRawBufferPointer) throws(TransportFailure) {
    let colon = try takeName(text)
    let value = String(latin1: text[(colon + 1)...]).trimmed
    let header = Feed.Header(String(latin1: text[..<colon]), value)
    if status >= 200 { headers.append(header) }
    switch header.name.lowercased() {
    case "content-length": try takeLength(value)
    case "content-encoding": codings += Self.list(value)
    case "transfer-encoding":
      guard !isChunked, !isOld, Self.list(value) == ["chunked"] else {
        throw Self.framing("an unknown Transfer-Encoding", "transfer_encoding")
      }
      isChunked = true
    default: break
    }
  }

  /// Parses a `Content-Length`, which may be repeated with the same value.
  private mutating func takeLength(_ value: String) throws(TransportFailure) {
    let digits = value.utf8
    guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(\.isASCIIDigit) else {
      throw Self.framing("a bad Content-Length", "content_length")
    }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard contentLength == nil || contentLength == length else { throw Self.framing("two different Content-Lengths", "content_length") }
    contentLength = length
  }

  /// Ends a head; after an interim response (1xx), another status line follows. Both a length and a transfer coding are an error: readers
  /// could disagree about where the body ends (RFC 9112, section 6.3).
  private mutating func endHead() throws(TransportFailure) {
    guard contentLength == nil || !isChunked else {
      throw Self.framing("Content-Length together with Transfer-Encoding", "length_and_coding")
    }
    if status >= 200 {
      part = .body
      return
    }
    interim += 1
    guard interim <= Self.maximumInterimResponses else {
      throw TransportFailure(.httpHeaderLimit, "more than \(Self.maximumInterimResponses) interim responses")
    }
    part = .statusLine
    contentLength = nil
    isChunked = false
    codings = []
  }

  /// - Parameter which: the malformed part, for logs.
  static func framing(_ detail: String, _ which: String) -> TransportFailure {
    TransportFailure(.httpFraming, detail, fields: [LogField("which", which)])
  }

  /// Returns the members of a comma-separated list in lower case, without empty ones.
  private static func list(_ value: String) -> [String] {
    value.split(separator: ",").map { $0.trimmed.lowercased() }.filter { !$0.isEmpty }
  }
}
