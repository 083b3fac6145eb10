import Foundation
import TestKit
import Testing

/// A separate network for one run of the program: a scripted name server, one web server, and nothing else. It requires only the right to
/// create namespaces, and uses no ports of the machine.
struct PrivateNetwork {
  /// By name, the addresses that the name server returns: a list for each query, the last one repeated; nil if it never answers.
  var names: [String: [[String]]?]
  /// The answer of the web server, at every address.
  var body = Venues.reply("Hill House", "Falk")
  /// Redirect targets by path.
  var redirects: [String: String] = [:]

  /// Public addresses that belong to this machine in the network.
  static let publicAddresses = ["93.184.216.34", "151.101.1.69"]

  /// The observations while the program ran.
  struct Report: Decodable {
    let status: Int32
    let seconds: Double
    /// The longest delay of a wake-up in seconds: how busy the machine was.
    let late: Double
    let questions: [Question]
    let requests: [Request]

    struct Question: Decodable, Hashable {
      let name: String
      let type: String
    }

    /// A connection that the web server took.
    struct Request: Decodable, Hashable {
      let address: String
      /// Nil if there was no request.
      let host: String?
    }

    /// The addresses of connections.
    var addresses: Set<String> { Set(requests.map(\.address)) }

    func questions(for name: String) -> Int { questions.count { $0.name == name } }
  }

  private static let script = Program.root.appendingPathComponent("Tests/PrivateNetwork/private_network.py").path
  private static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")
  private static let flags = ["--user", "--map-root-user", "--net", "--mount"]

  /// Whether one can be created; otherwise, tests that need it are skipped with a note.
  static let canStart: Bool = {
    guard FileManager.default.isExecutableFile(atPath: unshare.path) else { return false }
    let check = ["mount", "--bind", "/etc/hosts", "/etc/resolv.conf"]
    return (try? Program.run(flags + check, executable: unshare).status) == 0
  }()

  static let reason: Comment = "namespaces cannot be created here (`unshare --user --map-root-user --net --mount` fails)"

  /// Runs the program there.
  ///
  /// - Parameter environment: variables in addition to the usual ones.
  func run(_ program: LiveProgram, _ arguments: String...) throws -> (result: LiveResult, report: Report) {
    struct Plan: Encodable {
      let addresses: [String]
      let names: [String: [[String]]?]
      let body: String
      let redirects: [String: String]
    }
    let plan = try JSONEncoder().encode(Plan(addresses: Self.publicAddresses, names: names, body: body, redirects: redirects))
    try plan.write(to: program.folder.url.appendingPathComponent("plan.json"))
    let prefix = [Self.unshare.path] + Self.flags + ["python3", Self.script, program.path("plan.json"), program.path("report.json")]
    let result = try program.run(arguments, through: prefix)
    let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: program.folder.url.appendingPathComponent("report.json")))
    return (result, report)
  }
}
