import Basics
import Foundation
import Glibc
import SimdJSON

/// The settings file as it is written: its keys with their JSON values, in their order. Keys that are not changed keep their values.
struct SettingsFile {
  let path: String
  private(set) var members: [(key: String, value: JSONTree)] = []

  /// The maximum size of a settings file, in bytes.
  private static let sizeLimit = 1 << 20

  /// Reads the settings file; a file that does not exist has no members.
  ///
  /// - Throws: `Failure` if there is no home folder, and for a file that is not a JSON object. Its values are not checked.
  private init(_ environment: CommandEnvironment) throws(Failure) {
    path = try Self.path(environment)
    guard let bytes = try Self.read(path) else { return }
    do { members = try JSONTree.members(of: bytes, "settings") } catch { throw Self.failure(error, path, bytes) }
  }

  /// Creates the failure for a settings file that cannot be used.
  static func failure(_ error: any Error, _ path: String, _ bytes: [UInt8]) -> Failure {
    let what = "the settings file is invalid: \(Failure(.configuration, error, path, bytes).message ?? path)"
    return Failure(.configuration, Failure.text(what, advice: "correct it, or remove it to use the defaults"))
  }

  /// Returns the path of the settings file, which may not exist.
  static func path(_ environment: CommandEnvironment) throws(Failure) -> String {
    if let path = environment.settingsFile { return path }
    throw Failure(.configuration, "there is no place for a settings file, because HOME is not set; name one with \(Settings.fileVariable)")
  }

  /// Returns the bytes of a settings file; nil if there is none.
  static func read(_ path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) { return try InputFile.readIfPresent(path, limit: sizeLimit) } catch {
      throw Failure(.configuration, "\(path) cannot be read: \(error.text)")
    }
  }

  /// Sets a value; nil removes the key.
  mutating func set(_ key: String, _ value: JSONTree?) {
    let index = members.firstIndex { $0.key == key }
    switch (index, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append((key, value))
    case (nil, nil): break
    }
  }

  /// The file as JSON text: one key on each line.
  var text: String { JSONTree.object(members).pretty() + "\n" }
}

extension SettingsFile {
  /// Reads, changes and writes the file. Commands that run at the same time wait for each other, so that no change is lost.
  ///
  /// - Parameters:
  ///   - creates: whether to create the folder of the file if it does not exist.
  ///   - change: changes the settings, and returns whether the file is to be written.
  static func change(
    _ environment: CommandEnvironment, creates: Bool = true, _ change: (inout SettingsFile) throws(Failure) -> Bool
  ) throws(Failure) {
    let path = try path(environment)
    // A link to a file elsewhere, such as one of a folder of dotfiles, is the user's own: write to its target.
    let target = OutputFile.real(path) ?? path
    let folder = PartFile.folder(of: target)
    if !creates, !InputFile.isFolder(folder) {
      var empty = try SettingsFile(environment)
      _ = try change(&empty)
      return
    }
    do throws(SystemCallError) { try DurableFolder.create(folder, mode: 0o700) } catch {
      throw Failure(.local, "\(folder) cannot be created: \(SystemError(code: error.code).text)")
    }
    // Locking the folder needs no lock file, and the lock ends with the process. If the folder cannot be locked, continue without a lock.
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    var file = try SettingsFile(environment)
    if try change(&file) { try OutputFile.write(file.text, to: target, StoreGuard(stores: [])) }
  }
}

extension SettingsFile {
  /// Returns a path as it is stored: relative to the settings file if it is in its folder, otherwise absolute.
  ///
  /// - Parameter text: a path as on the command line, where relative paths begin in the working directory.
  func stored(_ text: String, _ environment: CommandEnvironment) -> String {
    if text == "-" { return text }
    let absolute = InputFile.absolute(text.hasPrefix("/") ? text : "\(environment.directory)/\(text)")
    let folder = InputFile.absolute(PartFile.folder(of: path))
    return absolute.hasPrefix(folder + "/") ? String(decoding: absolute.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self) : absolute
  }

  /// Returns the JSON value of a setting for words from the command line: a number, true or false, a list or text.
  func value(of name: String, _ words: [String], _ environment: CommandEnvironment) -> JSONTree {
    let text = words.joined(separator: " ")
    switch name {
    case "campus", "feed": return .array(Self.items(words).map { .string($0) })
    case "config": return .array(Self.items(words).map { .string(stored($0, environment)) })
    case "store", "output": return .string(stored(text, environment))
    case _ where Settings.flags.contains(name) && ["true", "false"].contains(text): return .literal(text)
    case _ where Settings.ranges.contains(where: { $0.name == name }): return Int(text).map { JSONTree.literal("\($0)") } ?? .string(text)
    default: return .string(text)
    }
  }

  /// Returns the elements of a list, which words on the command line and commas separate.
  static func items(_ words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",") }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The registry files, as they are stored.
  var registryFiles: [String] {
    get {
      let value = members.first { $0.key == "config" }?.value
      if case .string(let text)? = value { return text.split(separator: ",").map(\.trimmed) }
      return (value?.children ?? []).compactMap { item -> String? in
        if case .string(let text) = item.value { text } else { nil }
      }
    }
    set { set("config", newValue.isEmpty ? nil : .array(newValue.map { .string($0) })) }
  }

  /// Checks the settings with the code that reads them.
  ///
  /// - Parameter name: the setting that has been changed.
  /// - Throws: `Failure` with the problem, if the settings would be invalid with and without the registry files of the environment.
  func check(changing name: String, _ environment: CommandEnvironment) throws(Failure) {
    do throws(Failure) {
      try Settings(environment, draft: self, changing: name).checkAll()
    } catch {
      guard name != "config", environment.variables[Settings.variable("config")].map({ !$0.isEmpty }) ?? false else { throw error }
      try Settings(environment, draft: self, changing: name, usesRegistryVariable: true).checkAll()
    }
  }

  /// Checks that a setting can be removed: that settings that depend on it remain valid, if they are now.
  ///
  /// - Parameter before: the file as it is.
  func checkRemoval(of name: String, from before: SettingsFile, _ environment: CommandEnvironment) throws(Failure) {
    guard (try? before.check(changing: name, environment)) != nil else { return }
    try check(changing: name, environment)
  }
}
