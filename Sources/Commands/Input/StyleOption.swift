import ArgumentParser
import OpeningHours

/// The option that chooses how texts are written, for commands whose texts are in English.
struct StyleOption: ParsableArguments {
  @Option(help: .clock, transform: { try parsedChoice($0, "clock") })
  var clock: RegionalStyle.Clock?

  /// Returns the choice of the option, otherwise that of the settings.
  func choice(_ settings: Settings) -> RegionalStyle.Choice { RegionalStyle.Choice(clock: settings.clock(flag: clock)) }
}
