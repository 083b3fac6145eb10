import FeedKit

extension AdapterError {
  /// Creates the error of a program that failed; nil if it succeeded.
  init?(_ result: ProgramResult, verb: ExecutableVerb) {
    let said = result.lastLine.map { "; it says: \($0)" } ?? ""
    func what(_ text: String) -> String { "the program, asked to \(verb.rawValue), \(text)" }
    switch result.end {
    case .exit(0):
      guard result.stdout.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
      self.init(.pluginEmpty, what("ended without output\(said)"))
    case .exit(let code):
      // A program that hits a limit or the sandbox usually notices, prints a message, and fails.
      switch result.complaint {
      case .denied: self.init(.pluginDenied, what("tried something that is not allowed and exited with code \(code)\(said)"))
      case .limit(let which): self.init(.pluginLimit, what("exceeded its limit (\(which)) and exited with code \(code)\(said)"))
      case .missing:
        let advice = "it can read only what its command names: add the missing file or its folder, as in ./program ./folder"
        self.init(.pluginExit, what("exited with code \(code)\(said); \(advice)"))
      case nil: self.init(.pluginExit, what("exited with code \(code)\(said)"))
      }
      fields = [Field("code", code)]
    case .signal(let number):
      self.init(.pluginSignal, what("was ended by signal \(number)\(said)"))
      fields = [Field("signal", number)]
    case .timeout: self.init(.pluginTimeout, what("did not end in time, or left processes running; all of them were killed\(said)"))
    case .limit(let which): self.init(.pluginLimit, what("exceeded its limit (\(which)) and was killed\(said)"))
    case .outputLimit(let which): self.init(.pluginOutputLimit, what("wrote too much to \(which) and was killed\(said)"))
    case .spawn(let why): self.init(.pluginSpawn, "the program was not run: \(why)")
    case .unconfined(let why):
      let advice = "aggregate doctor checks this; --allow-unconfined runs it anyway, with all your files and the network"
      self.init(.pluginUnconfined, "the program was not run, because programs cannot be confined here: \(why); \(advice)")
    case .cancelled: self.init(.pluginTimeout, what("was killed because the run ended"))
    }
  }
}

extension ProgramResult {
  /// The cause of a failure, judging by messages of the C library in the program's output.
  enum Complaint: Hashable {
    case denied
    case limit(String)
    /// A file or module.
    case missing
  }

  private static let complaints: [(text: String, complaint: Complaint)] = [
    ("Permission denied", .denied), ("Operation not permitted", .denied), ("Read-only file system", .denied),
    ("Network is unreachable", .denied), ("Connection refused", .denied), ("Temporary failure in name resolution", .denied),
    ("Cannot allocate memory", .limit("memory")), ("MemoryError", .limit("memory")), ("out of memory", .limit("memory")),
    ("memory exhausted", .limit("memory")), ("bad_alloc", .limit("memory")),
    ("Resource temporarily unavailable", .limit("processes")), ("Cannot fork", .limit("processes")),
    ("can't start new thread", .limit("processes")), ("File too large", .limit("file_size")),
    ("No space left on device", .limit("file_size")), ("Too many open files", .limit("files")),
    ("No such file or directory", .missing), ("No module named", .missing), ("ImportError", .missing), ("Cannot find module", .missing),
  ]

  var complaint: Complaint? { Self.complaints.first { stderr.contains($0.text) }?.complaint }

  /// The last line on stderr, shortened.
  var lastLine: String? {
    let lines = stderr.split(whereSeparator: \.isNewline).reversed()
    guard let line = lines.lazy.compactMap({ PlainText.line(String($0)) }).first else { return nil }
    return line.count > 200 ? "\(line.prefix(200))…" : line
  }
}
