import CatalogExport
import ArgumentParser
import CatalogQuery

/// The options that filter places by their state.
struct StateOptions: ParsableArguments {
  @Flag(help: "Only open places.")
  var open = false

  @Flag(help: "Only closed places (not unknown ones).")
  var closed = false

  func validate() throws {
    if open, closed { throw ValidationError("--open and --closed cannot be used together.") }
  }

  var state: PlaceState? { open ? .open : closed ? .closed : nil }
}
