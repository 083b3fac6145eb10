import Basics
import FeedKit
import Foundation

/// Something that a registry file asks for and that the user has to trust: to run a program, or to send variables of the environment.
protocol TrustSubject: FeedTrust {
  /// The absolute path of the registry file, without links.
  var registry: String { get }
  var store: TrustStore { get }
  /// Returns a hash of everything that is trusted.
  func fingerprint() throws(Failure) -> String
  /// Returns the facts to show before the user trusts it.
  func rows(_ feed: Feed) -> [(String, String)]
}

extension TrustSubject {
  /// Returns the command that trusts a registry file.
  static func advice(_ registry: String) -> String { "aggregate config trust \(Failure.quoted(registry))" }
}

extension TrustStore {
  /// Trusts everything of some registry files as it is now, and no longer as it was.
  static func trust(_ subjects: [any TrustSubject]) throws(Failure) {
    // Nothing is written unless all of it can be read, and nothing is forgotten before the new state is stored.
    var fingerprints: [String: Set<String>] = [:]
    for subject in subjects { fingerprints[subject.registry, default: []].insert(try subject.fingerprint()) }
    guard let store = subjects.first?.store else { return }
    for (registry, names) in fingerprints.sorted(by: { $0.key < $1.key }) {
      for name in names.sorted() { try store.insert(name, registry) }
      try store.remove(registry, except: names)
    }
  }
}

extension InputFile {
  /// Returns the absolute path without links of a registry file, which may be about to be created; nil if it is not a regular file, so that
  /// it has no place to remember.
  static func registry(_ path: String, _ environment: CommandEnvironment) -> String? {
    let absolute = InputFile.absolute(path.hasPrefix("/") ? path : "\(environment.directory)/\(path)")
    guard path != "-", isRegular(path) != false, let folder = OutputFile.real(PartFile.folder(of: absolute)) else { return nil }
    return OutputFile.real(absolute) ?? "\(folder == "/" ? "" : folder)/\((absolute as NSString).lastPathComponent)"
  }
}
