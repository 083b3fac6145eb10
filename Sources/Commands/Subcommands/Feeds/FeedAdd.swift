import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogQuery
import ExecAdapter
import FeedKit
import FeedMapping
import Foundation
import OpeningHours
import SimdJSON

struct FeedAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a feed to your registry file, so that it is read from now on.",
    usage: """
      aggregate feeds add FEED --adapter ID --url URL [--name TEXT --zone NAME]
      aggregate feeds add FEED --mapping FILE --url URL
      aggregate feeds add FEED --adapter ./PROGRAM --url URL
      aggregate feeds add FEED --adapter catalog --delivers CAMPUS --url URL
      """,
    discussion: """
      Reads the address once, and writes the file only if that works. On a terminal, asks for missing values. A new campus needs a name \
      and a time zone. A program is run once to ask for its requests; after that, only if you trust the registry file: on a terminal, it asks.

        aggregate feeds add cornell/eateries --adapter eateries \\
          --url https://now.dining.cornell.edu/api/1.0/dining/eateries.json \\
          --name "Cornell University" --zone America/New_York
      """)

  @Argument(help: ArgumentHelp("The new feed: CAMPUS/FEED, such as cornell/eateries.", valueName: "feed"))
  var feed: String?

  @Option(
    help: ArgumentHelp(
      "The adapter that reads it (`aggregate adapters` lists them), or a program, with its other files: \"./program ./folder\".",
      valueName: "id"))
  var adapter: String?

  @Option(help: ArgumentHelp("A mapping file that says how to read it.", valueName: "file"), completion: .file(extensions: ["json"]))
  var mapping: String?

  @Option(
    name: .customLong("url"),
    help: ArgumentHelp("Its address, then its mirrors; REQUEST=URL if the adapter has several requests. Repeatable.", valueName: "url"))
  var urls: [String] = []

  @Option(
    name: .customLong("delivers"),
    help: ArgumentHelp("For the adapter catalog: a campus that it may deliver (repeatable).", valueName: "campus"))
  var delivered: [String] = []

  @Option(help: ArgumentHelp("The name of a new campus.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("The time zone of a new campus, such as America/New_York.", valueName: "name"))
  var zone: String?

  @Option(help: ArgumentHelp("The country of a new campus, such as US.", valueName: "code"))
  var country: String?

  @Option(help: ArgumentHelp("The position of a new campus.", valueName: "lat,lon"))
  var location: String?

  @OptionGroup var headers: HeaderOption

  @Option(help: ArgumentHelp("How often to read it, such as 15m, 6h or 1d (default: that of the adapter).", valueName: "time"))
  var cadence: String?

  @Option(
    help: ArgumentHelp(
      "The registry file to change (default: registry.json beside the settings; for a program, PROGRAM.registry.json beside it).",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var registry: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Check with a recorded reply instead; REQUEST=FILE if there are several. Repeatable.", valueName: "reply"))
  var replies: [String] = []

  @Flag(help: "Do not check the address.")
  var noCheck = false

  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Ask no questions, and add the feed even if the check fails.")
  var yes = false

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  @Flag(help: ExecutableFile.unconfinedHelp)
  var allowUnconfined = false

  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if adapter != nil, mapping != nil { throw ValidationError("--adapter and --mapping cannot be used together.") }
    if noCheck, !replies.isEmpty { throw ValidationError("--from and --no-check cannot be used together.") }
  }

  func run() async throws {
    var settings = try Settings.current()
    settings.environment.allowsUnconfined = allowUnconfined
    let environment = settings.environment
    var path = try UserRegistry.path(registry, environment)
    let known = try UserRegistry.preview(path, environment) { _ in }
    var interview = Interview()
    if yes || !interview.isPossible { try checkComplete(known) }

    let id =
      try feed.map { try newID($0, known) } ?? interview.ask("Feed, as CAMPUS/FEED") { (text) throws(Failure) in try newID(text, known) }
    let campus = try campus(id.campus, known, &interview, environment)
    var (reader, file) = try reader(known, &interview, environment)
    if reader is ExecAdapter, let program = file {
      if registry == nil { path = Self.registry(of: program, usual: path, environment) }
      let place = known.campus(id.campus) ?? Campus(id: id.campus, name: id.campus.description)
      reader = try await AdapterOptions.program(program, of: id, at: place, environment)
    }
    let item = try item(id, reader.manifest, try addresses(reader.manifest, &interview), file, path, environment)
    func add(_ draft: inout RegistryDraft) {
      if let campus { draft.put(campus, into: "campuses") }
      draft.put(item, into: "feeds")
    }

    var registry = try UserRegistry.preview(path, environment) { add(&$0) }
    // The user has named its headers, so they are trusted.
    let variables = registry.headerTrust.removeValue(forKey: id) as? RegistryVariables
    guard let new = registry.feed(id) else { return }
    let program = registry.program(of: id)?.registry
    var isTrusted: Bool?
    if let program, !yes { isTrusted = try TrustQuestion(registry, about: program).confirm() }
    if isTrusted == false { return Console.note("nothing was changed") }
    if !noCheck {
      let trial =
        if replies.isEmpty {
          // The user has named the program, so it may run here.
          try await FeedTrial.live(
            id, in: program == nil ? registry : registry.replacing(reader), settings, allowsPrivate: allowPrivate)
        } else {
          await FeedTrial.recorded(
            try AdapterOptions.recording(replies, reader.manifest, receivedAt: settings.environment.now), reader, of: new)
        }
      try judge(trial, id, &interview)
    }
    if interview.hasAsked, try !interview.confirm("Add \(id) to \(path)?", default: true) {
      return Console.note("nothing was changed")
    }
    try UserRegistry.change(path, environment) { (draft) throws(Failure) in
      guard draft.item(id.description, of: "feeds") == nil else { throw Failure(.usage, "\(path) has \(id) already; nothing was changed") }
      add(&draft)
    }
    if let variables { try variables.store.insert(variables.fingerprint(), variables.registry) }
    Console.note("\(path) now has \(id), read every \(FeedList.duration(new.cadence))")
    guard let program else { return }
    let question = TrustQuestion(try Registry(adding: Settings.current().registryFiles([])), about: program)
    if isTrusted == true { try question.trust() } else { question.advise() }
  }

  /// Returns the registry file for a program, whose files must be in the folder of that file: the usual one, or else one beside the program
  /// that is named after it. (A file with another name may be a stranger's, with other feeds.)
  private static func registry(of program: String, usual: String, _ environment: CommandEnvironment) -> String {
    guard let path = ExecutableFile.words(of: program, environment).first(where: { $0.hasPrefix("/") }) else { return usual }
    let folder = PartFile.folder(of: usual)
    return path.hasPrefix("\(folder)/") ? usual : "\((path as NSString).deletingPathExtension).registry.json"
  }

  /// Reports the result of the trial. Throws for a feed that could not be read, unless it should be added anyway.
  private func judge(_ trial: FeedTrial, _ id: FeedID, _ interview: inout Interview) throws(Failure) {
    if let names = trial.names {
      Console.note("read \(FeedTrial.text(names))")
      if names.isEmpty { Console.note("check that the address is right: the reply has no entries") }
      return
    }
    let problem = "\(id) could not be read: \(trial.problem)"
    if yes { return Console.note("\(problem); it is added anyway") }
    if interview.isPossible {
      Console.error(problem)
      if try interview.confirm("Add it anyway?", default: false) { return }
      throw Failure(.nothing, "nothing was changed")
    }
    throw Failure(
      replies.isEmpty ? .nothing : .data,
      "nothing was changed: \(problem); correct the command, or add the feed anyway with -y")
  }

  /// Checks that no question is needed.
  private func checkComplete(_ known: Registry) throws(Failure) {
    var missing: [String] = []
    if feed == nil { missing.append("the feed, as CAMPUS/FEED") }
    if adapter == nil, mapping == nil { missing.append("--adapter ID or --mapping FILE") }
    if urls.isEmpty { missing.append("--url URL") }
    var about = ""
    if let feed {
      let campus = try newID(feed, known).campus
      if known.campus(campus) == nil, name == nil || zone == nil {
        if name == nil { missing.append("--name TEXT") }
        if zone == nil { missing.append("--zone NAME") }
        let near = SpellingSuggestion.of(campus.description, among: known.campusIDs.map(\.description)).map {
          "; did you mean \"\($0)\"?"
        }
        about = " (\"\(campus)\" is a new campus\(near ?? ""))"
      }
    }
    guard !missing.isEmpty else { return }
    throw Failure(.usage, "missing: \(missing.joined(separator: ", "))\(about)")
  }

  private func newID(_ text: String, _ known: Registry) throws(Failure) -> FeedID {
    guard let id = FeedID(text) else {
      throw Failure(
        .usage,
        "\"\(text)\" is not the id of a feed; write CAMPUS/FEED with lower-case letters, digits and hyphens, such as cornell/eateries")
    }
    guard known.feed(id) == nil else {
      throw Failure(.usage, "there is a feed \(id) already; choose another name, or see it with: aggregate feeds show \(id)")
    }
    return id
  }

  /// Returns the entry of a new campus; nil if the campus is known.
  private func campus(
    _ id: CampusID, _ known: Registry, _ interview: inout Interview, _ environment: CommandEnvironment
  ) throws(Failure) -> [(key: String, value: JSONTree)]? {
    let isUnchanged = name == nil && zone == nil && country == nil && location == nil
    let isBuiltIn = known.campus(id) != nil
    if isBuiltIn {
      // Values of a built-in campus may be replaced, as long as the registry files have nothing about it.
      guard isUnchanged || !known.campuses.contains(where: { $0.id == id }) else {
        throw Failure(.usage, "the campus \(id) is known already; leave out --name, --zone, --country and --location")
      }
      if isUnchanged { return nil }
    }
    let words = id.description.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    var item: [(key: String, value: JSONTree)] = [("id", .string(id.description))]
    if name != nil || !isBuiltIn {
      let name = if let name { name } else { try interview.ask("Name of the campus", default: words) { (text) throws(Failure) in text } }
      item.append(("name", .string(name)))
    }
    if zone != nil || !isBuiltIn {
      let zone =
        if let zone {
          try Zone(known: zone, "--zone: ").name
        } else {
          try interview.ask("Time zone", default: environment.zone?.name) { (text) throws(Failure) in try Zone(known: text).name }
        }
      item.append(("timeZone", .string(zone)))
    }
    if let country {
      guard country.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
        throw Failure(.usage, "--country: \"\(country)\" is not a country code such as US")
      }
      item.append(("country", .string(country.uppercased())))
    }
    if let location {
      let place: Coordinate
      do { place = try Coordinate(parsing: location) } catch { throw Failure(.usage, "--location: \(error)") }
      item.append(("location", .object([("latitude", .literal("\(place.latitude)")), ("longitude", .literal("\(place.longitude)"))])))
    }
    return item
  }

  /// Returns the adapter, and the path of its mapping file or program if it has one.
  private func reader(
    _ known: Registry, _ interview: inout Interview, _ environment: CommandEnvironment
  ) throws(Failure) -> (any FeedAdapter, file: String?) {
    if let mapping { return (try AdapterOptions.mapping(mapping), mapping) }
    func found(_ name: String) throws(Failure) -> (any FeedAdapter, file: String?) {
      let adapter = try AdapterOptions.adapter(name, in: known, environment)
      return (adapter, adapter.manifest.id == .mapping || adapter is ExecAdapter ? name : nil)
    }
    if let adapter { return try found(adapter) }
    let names = known.adapters.map(\.manifest.id.description).joined(separator: ", ")
    return try interview.ask("Adapter (\(names)), a mapping file, or a program (./program)") { (text) throws(Failure) in try found(text) }
  }

  /// Returns the addresses of each request.
  private func addresses(
    _ manifest: AdapterManifest, _ interview: inout Interview
  ) throws(Failure) -> [(request: String, urls: [String])] {
    var addresses = manifest.requests.map { (request: $0, urls: [String]()) }
    for text in urls {
      let request = manifest.requests.first { text.hasPrefix("\($0)=") }
      let url = request.map { String(text.dropFirst($0.count + 1)) } ?? text
      guard Self.isWeb(url) else {
        let several = manifest.requests.count > 1 ? ", after one of \(manifest.requests.map { "\($0)=" }.joined(separator: " "))" : ""
        throw Failure(.usage, "--url: \"\(text)\" is not an address; it begins with https:// or http://\(several)")
      }
      if let index = request.map({ manifest.requests.firstIndex(of: $0) }) ?? 0, addresses.indices.contains(index) {
        addresses[index].urls.append(url)
      }
    }
    if urls.isEmpty {
      for index in addresses.indices {
        let request = addresses.count > 1 ? " of \(addresses[index].request)" : ""
        let url = try interview.ask("Address\(request)", default: index == 0 ? nil : "none") { (text) throws(Failure) in
          guard Self.isWeb(text) || index > 0 && text == "none" else { throw Failure(.usage, "an address begins with https:// or http://") }
          return text
        }
        if url != "none" { addresses[index].urls = [url] }
      }
    }
    return addresses.filter { !$0.urls.isEmpty }
  }

  private static func isWeb(_ text: String) -> Bool { ["https://", "http://"].contains { text.lowercased().hasPrefix($0) } }

  /// Returns the entry of the feed.
  private func item(
    _ id: FeedID, _ manifest: AdapterManifest, _ addresses: [(request: String, urls: [String])], _ file: String?, _ path: String,
    _ environment: CommandEnvironment
  ) throws(Failure) -> [(key: String, value: JSONTree)] {
    var item: [(key: String, value: JSONTree)] = [("id", .string(id.description)), ("adapter", .string(manifest.id.description))]
    if let file {
      // Relative to the registry file, so that a folder with both can be moved.
      let folder = PartFile.folder(of: path) + "/"
      func inner(_ path: String) -> String? { path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : nil }
      if manifest.id == .mapping {
        let absolute = InputFile.absolute(file.hasPrefix("/") ? file : "\(environment.directory)/\(file)")
        item.append(("mapping", .string(inner(absolute) ?? absolute)))
      } else {
        let words = ExecutableFile.words(of: file, environment)
        item.append(("command", .array(words.map { .string("\($0)/" == folder ? "." : inner($0).map { "./\($0)" } ?? $0) })))
      }
    }
    if !delivered.isEmpty { item.append(("campuses", .array(delivered.map { .string($0) }))) }
    if let cadence { item.append(("cadence", .string(try Self.duration(cadence)))) }
    item.append(
      (
        "addresses",
        .object(
          addresses.map { ($0.request, $0.urls.count == 1 ? .string($0.urls[0]) : .array($0.urls.map { .string($0) })) })
      ))
    let headers = try headers.headers()
    if !headers.isEmpty { item.append(("headers", .object(headers.map { ($0.name, .string($0.value)) }))) }
    return item
  }

  /// Returns "PT15M" for "15m".
  private static func duration(_ text: String) throws(Failure) -> String {
    var duration = text.uppercased()
    if let match = duration.wholeMatch(of: /([0-9]+)([SMHD])/) { duration = (match.2 == "D" ? "P" : "PT") + duration }
    guard ISODuration.seconds(duration) != nil else {
      throw Failure(.usage, "--cadence: \"\(text)\" is not a time such as 15m, 6h or 1d")
    }
    return duration
  }
}
