import CCurl

/// The owner of a libcurl multi handle. It belongs to the thread of its client.
struct MultiHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer

  init(_ raw: UnsafeMutableRawPointer, _ options: CurlOptions) {
    self.raw = raw
    // Callers limit concurrency. With its own limits, libcurl 7.88 may never resume a handle that had to wait.
    ccurl_multi_set_number(raw, CURLMOPT_MAXCONNECTS, options.connections)
    ccurl_multi_set_number(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  deinit { curl_multi_cleanup(raw) }
}
