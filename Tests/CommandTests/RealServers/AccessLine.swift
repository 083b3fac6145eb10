/// A line of nginx's access log.
struct AccessLine: Decodable {
  let port: String
  let path: String
  let status: Int
  let version: String
  let ifNoneMatch: String
  let ifModifiedSince: String
  let userAgent: String
  let accept: String
  let acceptEncoding: String
  let authorization: String
  let apiKey: String
  let etag: String
  let lastModified: String
  let encoding: String

  /// The log format in nginx's syntax.
  static let format = #"""
    log_format facts escape=json '{"port":"$server_port","path":"$request_uri","status":$status,"version":"$server_protocol",'
      '"ifNoneMatch":"$http_if_none_match","ifModifiedSince":"$http_if_modified_since","userAgent":"$http_user_agent",'
      '"accept":"$http_accept","acceptEncoding":"$http_accept_encoding","authorization":"$http_authorization",'
      '"apiKey":"$http_x_api_key","etag":"$sent_http_etag","lastModified":"$sent_http_last_modified",'
      '"encoding":"$sent_http_content_encoding"}';
    """#
}
