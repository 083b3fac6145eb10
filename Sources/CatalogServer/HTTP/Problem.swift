import CampusCatalog
import HTTPTypes
import Hummingbird
import NIOCore
import SimdJSON

/// An error for clients (RFC 9457), written as `application/problem+json`.
struct Problem: Error, Sendable, Hashable {
  let status: Int
  /// The problem, in a few words that are the same for all errors of this kind.
  let title: String
  /// The problem of this request, with advice.
  let detail: String
  /// The parameter of the query that is wrong; nil for other errors.
  var parameter: String?
  /// The value of the parameter, if it had to be one of a few; nil for other errors.
  var choice: String?
  /// The ids of entries that the client may have meant; empty for other errors.
  var suggestions: [String] = []

  /// The title of errors about something that does not exist.
  static let missing = "Not found"

  static func notFound(_ detail: String) -> Problem { Problem(status: 404, title: missing, detail: detail) }

  /// An error in the value of a parameter.
  static func parameter(_ name: String, _ detail: String) -> Problem {
    Problem(status: 400, title: "Wrong parameter", detail: detail, parameter: name)
  }

  /// An error in the value of a parameter that must be one of a few.
  static func choice(_ choice: String, of name: String, _ detail: String) -> Problem {
    var problem = parameter(name, detail)
    problem.choice = String(choice.prefix(60))
    return problem
  }

  static let wrongAddress = Problem(status: 400, title: "Wrong address", detail: "The path or the query of the address is not valid.")
  static let malformed = Problem(status: 400, title: "Malformed request", detail: "The request is not valid HTTP.")
  static let largeHeader = Problem(
    status: 431, title: "Header too large",
    detail:
      "The address or a header field is longer than 16 KiB, or there are more than 200 fields or 64 KiB of them. Divide a long list of ids."
  )

  static func unavailable(_ detail: String) -> Problem { Problem(status: 503, title: "Not available", detail: detail) }

  /// The error as JSON.
  var document: ByteBuffer {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", "about:blank")
    writer.member("title", title)
    writer.member("status", status)
    writer.member("detail", detail)
    if !suggestions.isEmpty { writer.list("suggestions", suggestions) { $1.string($0) } }
    if let parameter {
      writer.objects("errors", [parameter]) { name, writer in
        writer.member("parameter", name)
        writer.member("pointer", "#/query/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))")
        writer.member("detail", detail)
      }
    }
    writer.endObject()
    writer.literal("\n")
    return writer.withBytes { ByteBuffer(bytes: $0) }
  }

  var response: Response { response(document, "application/problem+json") }

  /// Returns the error as a response with this content.
  func response(_ content: ByteBuffer, _ mediaType: String) -> Response {
    var headers: HTTPFields = [.contentType: mediaType, .cacheControl: status == 503 ? "no-store" : "no-cache"]
    if status == 406 { headers[.vary] = "Accept" }
    if status == 405 { headers[.allow] = OptionsRequests.methods }
    // The rest of such a request is not read.
    if [400, 413, 421, 431].contains(status), parameter == nil { headers[.connection] = "close" }
    if status == 503 { headers[.retryAfter] = "30" }
    return Response(status: HTTPResponse.Status(code: status), headers: headers, body: ResponseBody(byteBuffer: content))
  }
}
