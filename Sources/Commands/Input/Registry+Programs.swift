import Aggregation
import CampusCatalog
import ExecAdapter
import FeedKit

extension Registry {
  /// Returns the program that a registry file names for a feed; nil if the feed has another adapter.
  func program(of feed: FeedID) -> RegistryProgram? { (feedAdapters[feed] as? ExecAdapter)?.trust as? RegistryProgram }

  /// The programs that registry files name, with their feeds, sorted by feed.
  var programs: [(feed: FeedID, program: RegistryProgram)] { feeds.compactMap { feed in program(of: feed.id).map { (feed.id, $0) } } }

  /// The variables that registry files send, with their feeds, sorted by feed.
  var variables: [(feed: FeedID, variables: RegistryVariables)] {
    feeds.compactMap { feed in (headerTrust[feed.id] as? RegistryVariables).map { (feed.id, $0) } }
  }

  /// Returns what the user has to trust before a feed is read: its program, and the variables in its headers.
  func trustSubjects(of feed: FeedID) -> [any TrustSubject] {
    ([program(of: feed), headerTrust[feed]] as [(any FeedTrust)?]).compactMap { $0 as? any TrustSubject }
  }

  /// Asks, on a terminal, whether to trust the registry files that a plan needs and that are not trusted yet.
  func askAboutTrust(of plan: Plan) throws(Failure) {
    let needed = plan.readings.filter(\.feed.isEnabled).flatMap { trustSubjects(of: $0.feed.id) }
    for path in Set(needed.filter { $0.refusal != nil }.map(\.registry)).sorted() {
      _ = try TrustQuestion(self, about: path).ask()
    }
  }
}

/// The facts to show before the user trusts the programs of a registry file, and what it sends.
struct TrustQuestion {
  /// The absolute path of the registry file, without links.
  let registry: String
  private let subjects: [(feed: Feed, subject: any TrustSubject)]

  init(_ all: Registry, about registry: String) {
    self.registry = registry
    subjects = all.feeds.flatMap { feed in
      all.trustSubjects(of: feed.id).filter { $0.registry == registry }.map { (feed, $0) }
    }
  }

  var isEmpty: Bool { subjects.isEmpty }

  var isAnswered: Bool { subjects.allSatisfy { $0.subject.refusal == nil } }

  private var programs: [RegistryProgram] { subjects.compactMap { $0.subject as? RegistryProgram } }

  /// When the trust ends.
  var end: String {
    programs.isEmpty
      ? "until the headers with variables, or the servers that get them, change" : "until it, or a file that its commands name, changes"
  }

  /// On a terminal, shows what the programs run and what is sent, and asks whether to trust them. They are trusted if the answer is yes.
  ///
  /// - Returns: the answer; nil without a terminal.
  func ask() throws(Failure) -> Bool? {
    let answer = try confirm()
    if answer == true { try trust() }
    return answer
  }

  /// On a terminal, shows what the programs run and what is sent, and asks whether to trust them.
  ///
  /// - Returns: the answer; nil without a terminal.
  func confirm() throws(Failure) -> Bool? {
    var interview = Interview()
    guard interview.isPossible, Console.isTerminal else { return nil }
    show()
    let title = programs.count < subjects.count ? "this file" : programs.count == 1 ? "this program" : "these programs"
    return try interview.confirm("Trust \(title)?", default: false)
  }

  /// Says how to trust the file later.
  func advise() {
    Console.error("\(registry) is not trusted, so some of its feeds are not read; to trust it, run: \(RegistryProgram.advice(registry))")
  }

  /// Prints the command, the environment, the servers and the files of each program, and which variables are sent to which servers.
  func show() {
    let names = programs.isEmpty ? [] : ["names \(programs.count == 1 ? "a program" : "programs")"]
    let sends = programs.count == subjects.count ? [] : ["sends variables of your environment"]
    Console.error("\(registry) \((names + sends).joined(separator: " and ")):")
    for (feed, subject) in subjects {
      Console.log("  " + PlainText.visible(feed.id.description, isOneLine: true))
      let rows = subject.rows(feed)
      let width = rows.map(\.0.count).max() ?? 0
      for (title, text) in rows { Console.log(PlainText.visible("    \(title.padded(to: width))  \(text)", isOneLine: true)) }
    }
  }

  func trust() throws(Failure) {
    if let problem = programs.lazy.compactMap(\.files.problem).first { throw Failure(.usage, "nothing was changed: \(problem)") }
    try TrustStore.trust(subjects.map(\.subject))
  }
}

extension RegistryProgram {
  /// The command, the environment, the servers and the files of the program, for people.
  func rows(_ feed: Feed) -> [(String, String)] {
    let servers = Set(feed.addresses.values.joined().compactMap { WebAddress($0.url).map { String($0.origin) } }).sorted() + feed.hosts
    return [
      ("command", command.words.map(Failure.quoted).joined(separator: " ")), ("program", files.program),
      ("environment", command.environment.isEmpty ? "none of your variables" : command.environment.joined(separator: ", ")),
      ("servers", servers.isEmpty ? "none" : servers.joined(separator: ", ")),
      ("reads", files.readable.isEmpty ? "only folders of the system" : Self.outermost(files.readable).joined(separator: ", ")),
    ]
  }

  /// Returns paths without those that are in folders of the list.
  private static func outermost(_ paths: [String]) -> [String] {
    Set(paths).sorted().reduce(into: []) { found, path in
      if !found.contains(where: { path.hasPrefix("\($0)/") }) { found.append(path) }
    }
  }
}
