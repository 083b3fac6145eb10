import ArgumentParser
import Basics
import FeedKit

/// The headers of requests.
struct HeaderOption: ParsableArguments {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp("A header of its requests: \"Name: value\". Write a secret as ${VARIABLE}. Repeatable.", valueName: "header"))
  var texts: [String] = []

  func headers() throws(Failure) -> [Feed.Header] {
    var headers: [Feed.Header] = []
    for text in texts {
      let parts = text.split(separator: ":", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw Failure(.usage, "--header: a header has a name and a value: \"Accept-Language: en\"")
      }
      guard !headers.contains(where: { $0.name == parts[0] }) else { throw Failure(.usage, "--header: \(parts[0]) is given twice") }
      headers.append(Feed.Header(parts[0], parts[1]))
    }
    return headers
  }
}
