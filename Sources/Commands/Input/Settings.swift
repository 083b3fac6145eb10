import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogExport
import Foundation
import OpeningHours
import SimdJSON

/// Values from the command line, the environment or a file, in this order of precedence.
struct Settings {
  /// Every setting, with its default and description. The flag `--per-host` is `AGGREGATE_PER_HOST` in the environment
  /// and `"per-host"` in a file.
  static let all: [(name: String, standard: String?, about: String)] = [
    ("campus", nil, "campuses to read, separated by commas; if no feed is set either, everywhere, gmu, liverpool, penn and registry files"),
    ("feed", nil, "feeds to read, separated by commas, in addition to the campuses"),
    ("config", nil, "registry files, separated by commas"),
    ("format", "json", "json or ndjson"),
    ("jobs", nil, "how many feeds are read at once; 64 from the network, 8 from a recording"),
    ("per-host", "1", "requests in flight to one server; with 1 they start at least 250 ms apart"),
    ("deadline", "60", "seconds for the whole run"),
    ("allow-private", "false", "allow requests to private and loopback addresses"),
    ("contact", nil, "how the owners of feeds can reach you; goes into User-Agent"),
    ("clock", nil, "12 or 24: the clock of sentences and pages; that of each campus's country when not set"),
    ("lang", nil, "en, de, es, fr or it: the language of sentences and pages; that of each campus's country when not set"),
    ("stale-after", "14", "days after which hours count as unknown if their feed could not be checked"),
    ("store", nil, "where results and states are stored; in $XDG_STATE_HOME when not set"),
    ("no-store", "false", "store nothing between runs"),
    ("public-url", nil, "the public address of the catalog, or of its folder; feeds that came through it are left out"),
    ("log-format", "text", "text or json"),
    ("output", "-", "where the catalog goes; - is stdout"),
    ("strict", "false", "treat missing feeds as failure: exit 4 instead of 3"),
    ("quiet", "false", "no summary"),
    ("verbose", "false", "every note of every feed"),
  ]

  /// The valid ranges of numbers.
  static let ranges: [(name: String, range: ClosedRange<Int>)] = [
    ("jobs", 1...256), ("per-host", 1...256), ("deadline", 1...86_400), ("stale-after", 1...36_500),
  ]

  /// Parses the value of the option that corresponds to a setting, while the command line is parsed.
  static func parsed(_ text: String, of name: String) throws -> Int {
    if let problem = problem(with: text, of: name) { throw ValidationError("invalid number \"\(text)\"; \(problem)") }
    return Int(text) ?? 0
  }

  var environment: CommandEnvironment
  private let file: (path: String, values: [String: String], bytes: [UInt8])?
  /// The change that a command is about to save: the setting that it changes, and the file as it will be. Nil otherwise.
  private var draft: String?

  /// The variable that names a settings file.
  static let fileVariable = "AGGREGATE_SETTINGS"

  /// Reads the environment and the settings file. The working directory is never searched for one, because it may belong to someone else.
  static func current() throws(Failure) -> Settings { try Settings(try .current()) }

  init(_ environment: CommandEnvironment) throws(Failure) {
    self.environment = environment
    file = try Self.readFile(environment)
    try check()
  }

  /// Reads the values that a command is about to save in the settings file, without the values of the environment.
  ///
  /// - Parameters:
  ///   - name: the setting that the command changes.
  ///   - usesRegistryVariable: whether the registry files of `AGGREGATE_CONFIG` replace the file's.
  init(
    _ environment: CommandEnvironment, draft file: SettingsFile, changing name: String, usesRegistryVariable: Bool = false
  ) throws(Failure) {
    let variable = Self.variable("config")
    self.environment = CommandEnvironment(
      variables: environment.variables.filter { usesRegistryVariable && $0.key == variable }, directory: environment.directory,
      now: environment.now)
    let bytes = Array(file.text.utf8)
    self.file = (file.path, try Self.values(bytes, of: file.path), bytes)
    draft = name
    try check()
  }

  /// Returns only the settings of the environment and the defaults, for commands that work without a valid settings file.
  init(withoutFile environment: CommandEnvironment) {
    self.environment = environment
    file = nil
  }

  private static func readFile(_ environment: CommandEnvironment) throws(Failure) -> (String, [String: String], [UInt8])? {
    guard let path = environment.settingsFile else { return nil }
    guard let bytes = try SettingsFile.read(path) else {
      if environment.namedSettingsFile == nil { return nil }
      throw Failure(.configuration, "the settings file \(path), named by \(fileVariable), does not exist; create it, or unset the variable")
    }
    return (path, try values(bytes, of: path), bytes)
  }

  private static func values(_ bytes: [UInt8], of path: String) throws(Failure) -> [String: String] {
    do {
      let document = try JSONDocument(parsing: bytes)
      return try values(document.root, folder: PartFile.folder(of: path))
    } catch {
      throw SettingsFile.failure(error, path, bytes)
    }
  }

  /// Returns the value of a setting and its source; nil if it is not set and has no default.
  func value(_ name: String) -> (text: String, source: String)? {
    let variable = Self.variable(name)
    if let text = environment.variables[variable], !text.isEmpty { return (text, "environment, \(variable)") }
    if let file, let text = file.values[name] { return (text, file.path) }
    return Self.all.first { $0.name == name }?.standard.map { ($0, "default") }
  }

  func text(_ name: String, flag: String? = nil) -> String? { flag ?? value(name)?.text }

  /// Returns the elements of a list. Those on the command line replace those from sources of lower precedence.
  func list(_ name: String, flags: [String]) -> [String] {
    flags.isEmpty ? SettingsFile.items([text(name) ?? ""]) : flags
  }

  func number(_ name: String, flag: Int?) -> Int? { flag ?? text(name).flatMap { Int($0) } }

  func flag(_ name: String, _ flag: Bool) -> Bool { flag || text(name) == "true" }

  func storePath(flag: String?) throws(Failure) -> String {
    if let path = text("store", flag: flag) ?? environment.defaultStore { return path }
    throw Failure(.configuration, "there is no place for the store, because HOME is not set; name a file with --store, or use --no-store")
  }

  /// Returns the failure for an invalid setting: its value, its origin, the problem, and advice.
  func failure(_ name: String, _ what: String) -> Failure {
    guard let value = value(name) else { return Failure(.configuration, what) }
    if draft == name { return Failure(.usage, "nothing was changed: \(name) cannot be \"\(value.text)\": \(what)") }
    let change = draft == nil ? "" : "nothing was changed: "
    let text = "\(change)\(name) is \"\(value.text)\" (\(place(of: name))): \(what)"
    return Failure(
      .configuration,
      isFromFile(name) ? Failure.text(text, advice: "to remove it from the file, run: aggregate config unset \(name)") : text)
  }

  private func isFromFile(_ name: String) -> Bool { file != nil && value(name)?.source == file?.path }

  /// Returns where the value of a setting comes from: a variable, a place in the settings file, or "default".
  func place(of name: String) -> String {
    guard let file, isFromFile(name) else { return value(name)?.source ?? "default" }
    // A file that has not been written yet has no lines.
    if draft != nil { return file.path }
    let place = JSONLocator.position(of: "/\(name)", in: file.bytes)
    return "\(file.path):\(place.line):\(place.column)"
  }

  static func variable(_ name: String) -> String { "AGGREGATE_" + name.uppercased().replacingOccurrences(of: "-", with: "_") }

  /// - Parameter folder: the base of relative paths.
  private static func values(_ root: JSONValue, folder: String) throws(JSONFieldError) -> [String: String] {
    guard root.isObject else { throw root.fault(.type, "expected settings (an object), found \(root.kind)") }
    var values: [String: String] = [:]
    var members = root.members
    while let member = members.next() {
      if member.isKey("$schema") { continue }
      guard all.contains(where: { $0.name == member.key }) else {
        throw member.value.fault(.unknownKey, PlanError(kind: "setting", id: member.key, known: all.map(\.name)).description)
      }
      let text = try texts(member.value).joined(separator: ",")
      values[member.key] =
        switch member.key {
        case "config": text.split(separator: ",").map { absolute($0, in: folder) }.joined(separator: ",")
        case "store", "output": absolute(text[...], in: folder)
        default: text
        }
    }
    return values
  }

  /// Returns the elements of a list, or any other value as a single text.
  private static func texts(_ value: JSONValue) throws(JSONFieldError) -> [String] {
    if let text = value.string { return [text] }
    if let flag = value.bool { return [flag ? "true" : "false"] }
    if let number = value.integer { return [String(number)] }
    guard value.isArray else { throw value.fault(.type, "expected text, a number, true, false or a list, found \(value.kind)") }
    var texts: [String] = []
    var elements = value.elements
    while let element = elements.next() {
      guard let text = element.string else { throw element.fault(.type, "expected text, found \(element.kind)") }
      texts.append(text)
    }
    return texts
  }

  /// Returns an absolute path for a path in a settings file; - is unchanged.
  private static func absolute(_ text: Substring, in folder: String) -> String {
    let path = text.trimmed
    return path.isEmpty || path == "-" || path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// The settings that are true or false.
  static let flags = ["strict", "quiet", "verbose", "allow-private", "no-store"]

  /// Checks the values that every command needs; others are checked by the commands that use them, because an option may replace them.
  private func check() throws(Failure) {
    for name in Self.flags + Self.ranges.map(\.name) + ["clock", "lang"] { try check(name) }
  }

  /// - Throws: `Failure` with the value of a setting, its origin, and the problem.
  func check(_ name: String) throws(Failure) {
    if let text = value(name)?.text, let problem = Self.problem(with: text, of: name) { throw failure(name, problem) }
  }

  /// Returns the error in the value of a setting; nil if it is valid. Whether campuses, feeds and registry files exist is not checked.
  private static func problem(with text: String, of name: String) -> String? {
    if flags.contains(name) { return ["true", "false"].contains(text) ? nil : "it must be true or false" }
    if let range = ranges.first(where: { $0.name == name })?.range {
      return Int(text).map(range.contains) == true ? nil : "it must be a number from \(range.lowerBound) to \(range.upperBound)"
    }
    switch name {
    case "format":
      return ExportFormat(rawValue: text) == nil
        ? "unknown format \"\(text)\"; use one of \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))" : nil
    case "clock": return RegionalStyle.Clock(rawValue: text) == nil ? "it must be 12 or 24" : nil
    case "lang":
      return Language(rawValue: text) == nil ? "it must be one of \(Language.allCases.map(\.rawValue).joined(separator: ", "))" : nil
    case "log-format": return DocumentFormat(rawValue: text) == nil ? "it must be text or json" : nil
    case "contact":
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
      return isPlain ? nil : "it goes into a header: write it in ASCII, without parentheses"
    case "public-url": return WebAddress(text) == nil ? "it must be an http or https address, such as https://dining.example.edu/" : nil
    default: return nil
    }
  }

  /// Returns the clock that someone chose for texts; nil for that of each campus's country.
  func clock(flag: RegionalStyle.Clock?) -> RegionalStyle.Clock? { flag ?? text("clock").flatMap { RegionalStyle.Clock(rawValue: $0) } }

  /// Returns the language that someone chose for texts; nil for that of each campus's country.
  func language(flag: Language?) -> Language? { flag ?? text("lang").flatMap { Language(rawValue: $0) } }

  /// Returns the public address of the catalog; nil if it is not known.
  func publicURL(flag: String?) throws(Failure) -> WebAddress? {
    if flag == nil { try check("public-url") }
    return text("public-url", flag: flag).flatMap { WebAddress($0) }
  }

  /// Returns the value of the option for the public address, which must be an address.
  static func parsedPublicURL(_ text: String) throws -> String {
    if let problem = problem(with: text, of: "public-url") { throw ValidationError("--public-url: \(problem)") }
    return text
  }

  /// Checks all values, and reads the things they name: registry files, and the campuses and feeds of the registry.
  func checkAll() throws(Failure) {
    for setting in Self.all { try check(setting.name) }
    _ = try selection(in: try Registry(adding: try registryFiles([])))
  }
}
