import Aggregation
import CampusCatalog
import ExecAdapter
import FeedKit
import Fetching

extension Registry {
  /// Returns the program that a registry file names for a feed; nil if the feed has another adapter.
  func program(of feed: FeedID) -> RegistryProgram? { (feedAdapters[feed] as? ExecAdapter)?.permission as? RegistryProgram }

  /// The programs that registry files name, with their feeds, sorted by feed.
  var programs: [(feed: FeedID, program: RegistryProgram)] { feeds.compactMap { feed in program(of: feed.id).map { (feed.id, $0) } } }

  /// Asks, on a terminal, whether to trust the registry files of the programs that a plan needs and that are not trusted yet.
  func askAboutPrograms(of plan: Plan) throws(Failure) {
    let needed = plan.readings.filter(\.feed.isEnabled).compactMap { program(of: $0.feed.id) }
    for path in Set(needed.filter { $0.refusal != nil }.map(\.registry)).sorted() {
      _ = try TrustQuestion(self, about: path).ask()
    }
  }
}

/// The facts to show before the user trusts the programs of a registry file.
struct TrustQuestion {
  /// The absolute path of the registry file, without links.
  let registry: String
  private let programs: [(feed: Feed, program: RegistryProgram)]

  init(_ all: Registry, about registry: String) {
    self.registry = registry
    programs = all.programs.filter { $0.program.registry == registry }.compactMap { id, program in all.feed(id).map { ($0, program) } }
  }

  var isEmpty: Bool { programs.isEmpty }

  var isAnswered: Bool { programs.allSatisfy { $0.program.refusal == nil } }

  /// On a terminal, shows what the programs run, and asks whether to trust them. They are trusted if the answer is yes.
  ///
  /// - Returns: the answer; nil without a terminal.
  func ask() throws(Failure) -> Bool? {
    let answer = try confirm()
    if answer == true { try trust() }
    return answer
  }

  /// On a terminal, shows what the programs run, and asks whether to trust them.
  ///
  /// - Returns: the answer; nil without a terminal.
  func confirm() throws(Failure) -> Bool? {
    var interview = Interview()
    guard interview.isPossible, Console.isTerminal else { return nil }
    show()
    return try interview.confirm("Trust \(programs.count == 1 ? "this program" : "these programs")?", default: false)
  }

  /// Says how to trust the programs later.
  func advise() {
    Console.error("\(registry) is not trusted, so its programs are not run; to trust it, run: \(RegistryProgram.advice(registry))")
  }

  /// Prints the command, the environment, the servers and the files of each program.
  func show() {
    Console.error("\(registry) names \(programs.count == 1 ? "a program" : "programs"):")
    for (feed, program) in programs {
      Console.log("  " + PlainText.visible(feed.id.description, isOneLine: true))
      let rows = program.rows(feed)
      let width = rows.map(\.0.count).max() ?? 0
      for (title, text) in rows { Console.log(PlainText.visible("    \(title.padded(to: width))  \(text)", isOneLine: true)) }
    }
  }

  func trust() throws(Failure) {
    if let problem = programs.lazy.compactMap(\.program.files.problem).first { throw Failure(.usage, "nothing was changed: \(problem)") }
    try RegistryProgram.trust(programs.map(\.program))
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
