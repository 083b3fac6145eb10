import Aggregation
import Basics
import CampusCatalog
import FeedKit

/// The registry files of the user, which commands change.
enum UserRegistry {
  /// The name of the schema that is written beside a registry file, for editors.
  private static let schema = "registry-1.schema.json"

  /// Returns the absolute path of a registry file: the one that an option names, or else `registry.json` beside the settings file.
  static func path(_ option: String?, _ environment: CommandEnvironment) throws(Failure) -> String {
    guard let option else { return "\(PartFile.folder(of: try SettingsFile.path(environment)))/registry.json" }
    if option == "-" { throw Failure(.usage, "--registry: a registry file is changed in place, so it cannot be stdin; name a file") }
    return InputFile.absolute(option.hasPrefix("/") ? option : "\(environment.directory)/\(option)")
  }

  /// Returns the path of the registry file that has only corrections of hours: `corrections.json` beside the settings file.
  static func corrections(_ environment: CommandEnvironment) throws(Failure) -> String {
    "\(PartFile.folder(of: try SettingsFile.path(environment)))/corrections.json"
  }

  /// Returns the registry files of the settings that have something about a feed, the last one first.
  static func files(about feed: FeedID, _ settings: Settings) throws(Failure) -> [String] {
    var files: [String] = []
    for path in settings.list("config", flags: []).reversed() {
      if try RegistryDraft(path).item(feed.description, of: "feeds") != nil { files.append(path) }
    }
    return files
  }

  /// Returns the registry as it would be after a change. Nothing is written.
  static func preview(
    _ path: String, _ environment: CommandEnvironment, _ change: (inout RegistryDraft) throws(Failure) -> Void
  ) throws(Failure) -> Registry {
    var registry = Registry()
    try SettingsFile.change(environment, creates: false) { (settings) throws(Failure) in
      var draft = try RegistryDraft(path)
      try change(&draft)
      registry = try Self.registry(with: draft, &settings, environment).registry
      return false
    }
    return registry
  }

  /// Changes a registry file, and has the settings use it from now on. The file is written whole or not at all, and only if the registry
  /// can read it. Commands that run at the same time wait for each other.
  static func change(
    _ path: String, _ environment: CommandEnvironment, _ change: (inout RegistryDraft) throws(Failure) -> Void
  ) throws(Failure) {
    try SettingsFile.change(environment) { (settings) throws(Failure) in
      var draft = try RegistryDraft(path)
      try change(&draft)
      // A link to a file elsewhere, such as one of a folder of dotfiles, is the user's own: write to its target.
      let target = OutputFile.real(path) ?? path
      let schemaFile = "\(PartFile.folder(of: target))/\(schema)"
      let needsSchema = !draft.hasSchema
      if needsSchema { draft.setSchema(schema) }
      let (registry, isNew) = try Self.registry(with: draft, &settings, environment)
      let before = try? Registry(adding: Settings(environment).registryFiles([]))
      let guarded = StoreGuard(stores: [environment.defaultStore].compactMap(\.self))
      if needsSchema, InputFile.isRegular(schemaFile) == nil {
        try OutputFile.write(String(decoding: RegistrySchema.bytes, as: UTF8.self), to: schemaFile, guarded)
      }
      // The user's own change does not make trusted programs untrusted.
      let programs = registry.programs.filter { feed, program in
        guard program.registry == target, let old = before?.program(of: feed), old.registry == target else { return false }
        return program.command == old.command && old.refusal == nil
      }
      try OutputFile.write(draft.text, to: target, guarded)
      do throws(Failure) {
        let variables = registry.variables.filter { $0.variables.registry == target && $0.variables.refusal == nil }
        if !programs.isEmpty { try TrustStore.trust(programs.map(\.program) + variables.map(\.variables)) }
      } catch {
        let advice = "to trust them, run: \(RegistryProgram.advice(target))"
        throw Failure(error.status, "\(path) was changed, but its programs are no longer trusted: \(error.message ?? "unknown"); \(advice)")
      }
      if isNew { Settings.report("\(settings.path) now adds \(settings.stored(path, environment))", "config", environment) }
      return isNew
    }
  }

  /// Returns the registry of the settings with a changed file, and whether the settings did not name the file before.
  private static func registry(
    with draft: RegistryDraft, _ settings: inout SettingsFile, _ environment: CommandEnvironment
  ) throws(Failure) -> (registry: Registry, isNew: Bool) {
    let stored = settings.stored(draft.path, environment)
    if stored.contains(",") { throw Failure(.usage, "\(stored) has a comma in its name, which separates files in settings; rename it") }
    // Corrections take precedence over all other files, so theirs is the last one.
    let isLast = try draft.path == corrections(environment)
    let index = settings.registryFiles.firstIndex { settings.stored(Self.absolute($0, settings), environment) == stored }
    let isNew = index == nil || (isLast && index != settings.registryFiles.indices.last)
    if isNew {
      if let index { settings.registryFiles.remove(at: index) }
      settings.registryFiles.append(stored)
    }
    let changed = try Settings(environment, draft: settings, changing: "config")
    var files: [(path: String, bytes: [UInt8])] = []
    for path in changed.list("config", flags: []) {
      let isChanged = settings.stored(path, environment) == stored
      files.append(
        (path, isChanged ? Array(draft.text.utf8) : try InputFile.read(path, "the registry file", otherwise: .configuration)))
    }
    do throws(Failure) {
      let registry = try Registry(adding: files)
      _ = try changed.selection(in: registry)
      return (registry, isNew)
    } catch {
      guard let message = error.message, !message.hasPrefix("nothing was changed") else { throw error }
      throw Failure(error.status, "nothing was changed: \(message)")
    }
  }

  private static func absolute(_ stored: String, _ settings: SettingsFile) -> String {
    stored.hasPrefix("/") ? stored : "\(PartFile.folder(of: settings.path))/\(stored)"
  }
}

extension FeedID {
  /// Returns the id of a feed that the registry has.
  init(known text: String, in registry: Registry) throws(Failure) {
    guard let id = FeedID(text), registry.feed(id) != nil else {
      let campus = text.split(separator: "/").first.flatMap { CampusID(String($0)) }
      let registry = registry.including(RunSelection(campuses: campus.map { [$0] } ?? []))
      throw Failure(PlanError(kind: "feed", id: text, known: registry.feeds.map(\.id.description)))
    }
    self = id
  }
}
