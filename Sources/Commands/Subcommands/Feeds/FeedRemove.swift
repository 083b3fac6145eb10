import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit

struct FeedRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a feed from your registry file.", usage: "aggregate feeds remove cornell/eateries",
    discussion: """
      Removes its campus, too, if the file added it and no other feed belongs to it. Built-in feeds can only be disabled, unless the file replaces \
      them.
      """)

  @OptionGroup var chosen: FeedFileOptions
  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let settings = try Settings.current()
    let environment = settings.environment
    let (id, all, option) = try chosen.found(settings)
    let builtIn = Registry()
    let files = try UserRegistry.files(about: id, settings)
    if builtIn.feed(id) != nil, try (option.map { [$0] } ?? files).first.map({ try RegistryDraft($0).replaces(id) }) != true {
      throw Failure(.usage, "\(id) is built in, so it cannot be removed; to stop reading it, run: aggregate feeds disable \(id)")
    }
    guard let path = option ?? files.first else { throw Failure(.usage, "no registry file of the settings has \(id); use --registry FILE") }
    let isLast = all.feeds.allSatisfy { $0.id == id || $0.id.campus != id.campus } && builtIn.campus(id.campus) == nil
    var campus: String?
    try UserRegistry.change(path, environment) { (draft) throws(Failure) in
      guard draft.item(id.description, of: "feeds") != nil else {
        throw Failure(.usage, "\(path) does not have \(id)\(files.first.map { "; it is in \($0)" } ?? "")")
      }
      draft.remove(id.description, from: "feeds")
      guard isLast, draft.item(id.campus.description, of: "campuses") != nil else { return }
      draft.remove(id.campus.description, from: "campuses")
      campus = id.campus.description
    }
    Console.note("\(id)\(campus.map { " and its campus \($0)" } ?? "") \(campus == nil ? "is" : "are") no longer in \(path)")
  }
}
