import Foundation
import Glibc
import TestKit
import Testing

/// A separate nginx, run by the current user in a temporary folder. It stops when the value is released.
///
/// In the texts of servers `%port0%`, `%port1%` and so on are replaced by free ports, and `%root%` by the folder with the content.
final class Nginx {
  let ports: [Int]
  private let folder: TemporaryFolder
  private let process: Process
  private var puts = 0
  /// Answers a plain request, after which the log has all earlier requests.
  private let markPort: Int

  struct NotStarted: Error { let log: String }

  static let path = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether one can be started; otherwise, tests that need it are skipped with a note.
  static let canStart: Bool = {
    guard let nginx = try? Nginx([server(0)]) else { return false }
    nginx.stop()
    return true
  }()

  static let reason: Comment = "nginx cannot be started here; Scripts/setup --tests installs nginx-light"

  /// The text of a server on the port of this number.
  static func server(_ number: Int, _ text: String = "") -> String {
    "server { listen 127.0.0.1:%port\(number)%; root %root%; \(text) }\n"
  }

  /// - Parameters:
  ///   - servers: one for each port.
  ///   - http: further directives for the enclosing block.
  init(_ servers: [String], http: String = "") throws {
    var attempt = 0
    while true {
      attempt += 1
      let folder = try TemporaryFolder()
      let ports = try (0...servers.count).map { _ in try Loopback.freePort() }
      let file = try folder.write(Self.configuration(servers, http, ports, folder), to: "nginx.conf")
      try folder.write("", to: "www/empty.json")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Self.path ?? "/nonexistent/nginx")
      process.arguments = ["-p", folder.url.path, "-c", file, "-e", folder.url.appendingPathComponent("error.log").path]
      for stream in [\Process.standardInput, \.standardOutput, \.standardError] { process[keyPath: stream] = FileHandle.nullDevice }
      try process.start()
      // Its ports accept connections before it has all of them: if another program has taken a port in the meantime, it retries for a
      // while. It replies once it has all of them.
      if Loopback.wait(for: ports[servers.count], while: { process.isRunning }), Loopback.get("/", port: ports[servers.count]) {
        (self.folder, self.process, self.ports, markPort) = (folder, process, Array(ports.dropLast()), ports[servers.count])
        return
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // Another process may have taken a port in the meantime.
      if attempt == 3 { throw NotStarted(log: (try? folder.read("error.log")) ?? "no log") }
    }
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    // SIGTERM would not do: threads of a pool start programs with most signals blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func url(_ path: String, _ number: Int = 0) -> String { "http://127.0.0.1:\(ports[number])\(path)" }

  /// Puts a file into the folder with the content, each time with a later modification date: nginx makes the `ETag` of a file from its
  /// size and the second of that date.
  @discardableResult
  func put(_ text: String, at path: String) throws -> String {
    let file = try folder.write(text, to: "www/\(path)")
    puts += 1
    let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(puts))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    return file
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.url.appendingPathComponent("www/\(path)")) }

  /// All requests so far, without those of the tests themselves.
  func log() throws -> [AccessLine] {
    Loopback.get("/", port: markPort)
    let decoder = JSONDecoder()
    return try folder.read("access.log").split(separator: "\n").map { try decoder.decode(AccessLine.self, from: Data($0.utf8)) }
  }

  /// The requests that arrived while a closure ran.
  func log(during work: () throws -> Void) throws -> [AccessLine] {
    let before = try log().count
    try work()
    return Array(try log().dropFirst(before))
  }

  private static func configuration(_ servers: [String], _ http: String, _ ports: [Int], _ folder: TemporaryFolder) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"].map { "\($0)_temp_path %folder%/\($0);" }.joined(separator: " ")
    var text = """
      daemon off;
      master_process off;
      pid %folder%/nginx.pid;
      events { worker_connections 512; }
      http {
      \(temporary)
      types { application/json json; text/html html; }
      default_type application/json;
      \(AccessLine.format)
      access_log %folder%/access.log facts;
      \(http)
      \(servers.joined())
      server { listen 127.0.0.1:%port\(servers.count)%; access_log off; return 204; }
      }

      """
    for (number, port) in ports.enumerated() { text.replace("%port\(number)%", with: "\(port)") }
    text.replace("%root%", with: "%folder%/www")
    text.replace("%folder%", with: folder.url.path)
    return text
  }
}
