import ArgumentParser
import CatalogQuery

/// The options that filter places by their state.
struct StateOptions: ParsableArguments {
  @Flag(help: "Only what is open.")
  var open = false

  @Flag(help: "Only what is closed (not what is unknown).")
  var closed = false

  func validate() throws {
    if open, closed { throw ValidationError("--open and --closed exclude each other.") }
  }

  var state: PlaceState? { open ? .open : closed ? .closed : nil }
}
